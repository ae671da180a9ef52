import { randomUUID } from 'node:crypto';
import { nowTs } from '../../platform/core/clock.ts';
import { newId } from '../../platform/core/ids.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { ownShortcode } from '../media/shortcode-owner.ts';
import { recordWrite } from '../../platform/store/audit/record.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { putRecord } from '../../platform/store/records/write-entity.ts';
import { claimUpload } from '../uploads/claim.ts';
import { moveImageEntries } from './entries.ts';
import type { ImageCreateInput } from './input.ts';
import { preparePicture, storeOriginal, type Picture } from './prepare.ts';
import { Images, type ImageRecord } from './record.ts';
import { fromPart, fromUpload, fromUrl, type Source } from './sources.ts';
import { mapThumbnailKeys, planThumbnails } from './thumbnails/plan.ts';
import { startThumbnails } from './thumbnails/task.ts';

/**
 * Creates images from what was sent, in its order: all of them or none.
 * @throws UnsupportedMediaType, UnprocessableImage, TooLarge, InvalidInput, Conflict (upload), UrlNotAllowed, UpstreamFailed,
 * UpstreamTimeout
 */
export async function createImages(input: ImageCreateInput, caller: Caller): Promise<ImageRecord[]> {
  const sources = await readSources(input, caller);
  const images: { image: ImageRecord; picture: Picture; source: Source }[] = [];
  // One after another, because analysing a picture may take tens of megabytes.
  for (const source of sources) {
    const id = newId();
    const picture = await preparePicture(id, source);
    images.push({ image: newImage(id, picture, input, caller), picture, source });
  }
  await Promise.all(images.map(({ image, picture, source }) => storeOriginal(image.id, picture, source)));
  await retryContended(async () => {
    const transaction = new Transaction();
    for (const { image, source } of images) {
      await putRecord(Images, transaction, null, image);
      recordWrite(transaction, 'image', { before: null, after: image });
      moveImageEntries(transaction, undefined, image);
      ownShortcode(transaction, 'image', image);
      if (source.upload) claimUpload(transaction, source.upload);
    }
    await transaction.commitCreation();
  });
  await Promise.all(images.map(({ image }) => startThumbnails(image)));
  return images.map(({ image }) => image);
}

async function readSources(
  { file, image_url, upload_id }: ImageCreateInput,
  caller: Caller,
): Promise<Source[]> {
  if (typeof image_url === 'string') return [await fromUrl(image_url)];
  if (typeof upload_id === 'number') return [await fromUpload(upload_id, caller)];
  return (file ?? []).map(fromPart);
}

function newImage(id: number, picture: Picture, input: ImageCreateInput, caller: Caller): ImageRecord {
  const now = nowTs();
  const image: ImageRecord = {
    ...picture,
    id,
    shortcode_id: randomUUID().replaceAll('-', ''),
    caption: input.caption ?? picture.iptc['caption/abstract'] ?? '',
    photo_credit: input.photo_credit ?? picture.iptc['by-line'] ?? '',
    alt: input.alt ?? '',
    title: input.title ?? '',
    link_url: input.link_url ?? '',
    link_target: input.link_target ?? false,
    manual_crops: {},
    task_id: randomUUID(),
    task_ts: now,
    thumbnails_status: 'pending',
    failure: null,
    thumbnails: {},
    ready: null,
    created_by: caller.authorId,
    created_ts: now,
    updated_ts: now,
  };
  return { ...image, thumbnails: mapThumbnailKeys(image, planThumbnails(image)) };
}
