import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { nowTs } from '../../platform/core/clock.ts';
import { InvalidInput } from '../../platform/core/errors.ts';
import { getDefaults } from '../../platform/core/complete.ts';
import { applyInput } from '../../platform/values/fields.ts';
import { requireMatch, type IfMatch } from '../../platform/core/if-match.ts';
import { site } from '../../platform/site/site.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { recordWrite } from '../../platform/store/audit/record.ts';
import { toItem } from '../../platform/store/outbox/outbox-item.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import { editRecord } from '../../platform/store/records/write-entity.ts';
import { claimUpload } from '../uploads/claim.ts';
import { fileCleanup } from '../uploads/cleanup.ts';
import { manualCropFaults, type Crop, type SentCrop } from './crops.ts';
import { moveImageEntries } from './entries.ts';
import type { ImageEditInput } from './input.ts';
import { buildImagePrefix, preparePicture, storeOriginal, type Picture } from './prepare.ts';
import { mergeCrops, Images, ImageRecord } from './record.ts';
import { fromUpload, fromUrl, type Source } from './sources.ts';
import { mapThumbnailKeys, planThumbnails } from './thumbnails/plan.ts';
import { startThumbnails } from './thumbnails/task.ts';
import { toMediaUrls } from './urls.ts';

interface Replacement {
  picture: Picture;
  source: Source;
}

const NO_TEXTS = getDefaults(ImageRecord);
type Texts = typeof NO_TEXTS;

/**
 * Edits an image: its texts, its crops, or the picture itself. Starts a thumbnail task only when thumbnails change.
 * @throws NotFound, InvalidInput, PreconditionFailed and what createImages throws
 */
export async function editImage(
  id: number,
  input: ImageEditInput,
  { caller, ifMatch }: { caller: Caller; ifMatch: IfMatch },
): Promise<Versioned<ImageRecord>> {
  const found = await Images.read(id, { consistent: true });
  requireMatch(ifMatch, found.version);
  const source = await replacingSource(found.value, input, caller);
  const replacement = source && { source, picture: await preparePicture(id, source) };
  // Validates before anything is stored, so that a rejected edit leaves nothing.
  applyEdit(found.value, input, replacement);
  if (replacement) await storeOriginal(id, replacement.picture, replacement.source);
  const saved = await editRecord(Images, { id, ifMatch }, ({ value, transaction }) => {
    if (replacement) addReplacement(transaction, id, replacement);
    const next = applyEdit(value, input, replacement);
    moveImageEntries(transaction, value, next);
    recordWrite(transaction, 'image', { before: value, after: next });
    return next;
  });
  if (saved.value.task_id !== found.value.task_id) await startThumbnails(saved.value);
  return saved;
}

/** A URL of the image itself keeps its picture and is not fetched. */
async function replacingSource(
  image: ImageRecord,
  { image_url, upload_id }: ImageEditInput,
  caller: Caller,
): Promise<Source | undefined> {
  if (typeof upload_id === 'number') return await fromUpload(upload_id, caller);
  if (typeof image_url !== 'string') return undefined;
  const own = [image.thumbnails, image.ready ?? {}].flatMap(keys => Object.values(toMediaUrls(keys)));
  return own.includes(image_url) || image_url === image.source_url ? undefined : await fromUrl(image_url);
}

/** @throws InvalidInput for a crop that doesn't fit the picture */
function applyEdit(
  current: ImageRecord,
  input: ImageEditInput,
  replacement: Replacement | undefined,
): ImageRecord {
  const replaced = replacement ? { ...current, ...replacement.picture, manual_crops: {} } : current;
  const image = withCrops({ ...replaced, ...applyInput<Texts>(replaced, input, NO_TEXTS) }, input);
  return { ...withTask(image, current), updated_ts: nowTs() };
}

/**
 * Sets crops by ratio. A crop equal to the current one isn't stored as a manual crop; null in place of one resets it to the automatic one, and in place
 * of all resets all.
 */
function withCrops(image: ImageRecord, { manual_image_crops: sent }: ImageEditInput): ImageRecord {
  if (sent === undefined) return image;
  if (sent === null) return { ...image, manual_crops: {} };
  const faults = manualCropFaults('manual_image_crops', sent, image, site().imageRatios);
  if (faults.length > 0) throw new InvalidInput(faults);
  const before = mergeCrops(image);
  const manual = new Map(Object.entries(image.manual_crops));
  for (const [code, crop] of Object.entries(sent)) {
    if (!crop) manual.delete(code);
    else if (!isDeepStrictEqual(toCrop(crop), before[code])) manual.set(code, toCrop(crop));
  }
  return { ...image, manual_crops: Object.fromEntries(manual) };
}

function toCrop({ top, left, width, height }: SentCrop): Crop {
  return { top, left, width, height };
}

/** Adds a new task when the planned thumbnails differ, or the last task failed. */
function withTask(image: ImageRecord, current: ImageRecord): ImageRecord {
  const thumbnails = mapThumbnailKeys(image, planThumbnails(image));
  const isSame = JSON.stringify(thumbnails) === JSON.stringify(current.thumbnails);
  if (isSame && current.thumbnails_status !== 'failed') return image;
  return {
    ...image,
    thumbnails,
    task_id: randomUUID(),
    task_ts: nowTs(),
    thumbnails_status: 'pending',
    failure: null,
  };
}

function addReplacement(transaction: Transaction, id: number, { source }: Replacement): void {
  transaction.put(toItem(fileCleanup(buildImagePrefix(id), Images.key(id))));
  if (source.upload) claimUpload(transaction, source.upload);
}
