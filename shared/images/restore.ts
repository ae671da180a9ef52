import { nowTs } from '../core/clock.ts';
import { imageKey } from '../media/references.ts';
import { ownShortcode } from '../media/shortcode-owner.ts';
import { isNew } from '../store/condition.ts';
import { recordItem } from '../store/record.ts';
import { retryContended } from '../store/retry.ts';
import { entryKey } from '../store/timeline.ts';
import { Transaction } from '../store/transaction.ts';
import { storeOriginal } from './prepare.ts';
import { pendingEntry, type ImageRecord } from './record.ts';
import { keysOf, planThumbnails } from './thumbnails/plan.ts';
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
  const image = { ...pending, thumbnails: keysOf(pending, planThumbnails(pending)) };
  await storeOriginal(image.id, image, { bytes, filename: image.filename, url: null, upload: null });
  await retryContended(async () => {
    const transaction = new Transaction()
      .put(recordItem(imageKey(image.id), 1, image), isNew)
      .put(entryKey(pendingEntry(image)));
    ownShortcode(transaction, 'image', image);
    await transaction.commit();
  });
  await startThumbnails(image);
}
