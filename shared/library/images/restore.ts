import { nowTs } from '../../platform/core/clock.ts';
import { ownShortcode } from '../media/shortcode-owner.ts';
import { createRecord } from '../../platform/store/records/write-entity.ts';
import { moveImageEntries } from './entries.ts';
import { storeOriginal } from './prepare.ts';
import { Images, type ImageRecord } from './record.ts';
import { mapThumbnailKeys, planThumbnails } from './thumbnails/plan.ts';
import { startThumbnails } from './thumbnails/task.ts';

/** An exported image: the record without its thumbnails. */
export type KeptImage = Omit<
  ImageRecord,
  'task_ts' | 'thumbnails_status' | 'failure' | 'thumbnails' | 'ready'
>;

/** Restores an exported image under its own id and key; its thumbnails are made like those of a new one. */
export async function restoreImage(kept: KeptImage, bytes: Buffer): Promise<void> {
  const pending: ImageRecord = {
    ...kept,
    task_ts: nowTs(),
    thumbnails_status: 'pending',
    failure: null,
    thumbnails: {},
    ready: null,
  };
  const image = { ...pending, thumbnails: mapThumbnailKeys(pending, planThumbnails(pending)) };
  await storeOriginal(image.id, image, { bytes, filename: image.filename, url: null, upload: null });
  await createRecord(Images, transaction => {
    ownShortcode(transaction, 'image', image);
    moveImageEntries(transaction, undefined, image);
    return image;
  });
  await startThumbnails(image);
}
