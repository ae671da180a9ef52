import { writeMetrics } from '../../core/metrics.ts';
import { imageKey } from '../../media/references.ts';
import { recordItem } from '../../store/record.ts';
import { retryContended } from '../../store/retry.ts';
import { entryKey } from '../../store/timeline.ts';
import { hasVersion } from '../../store/condition.ts';
import { Transaction } from '../../store/transaction.ts';
import { findImage, forgetImage } from '../read.ts';
import { pendingEntry, type ImageRecord } from '../record.ts';
import type { Task } from './task.ts';

/** The keys of the complete set, or why it can't be made. */
export type Outcome = { ready: Record<string, string> } | { failure: string };

/** Ends a task, if it is still the image's current one. */
export async function finishTask({ id, taskId }: Task, outcome: Outcome): Promise<void> {
  await retryContended(async () => {
    const current = await findImage(id, true);
    if (current?.value.thumbnails_status !== 'pending' || current.value.task_id !== taskId) return;
    const { version, value } = current;
    await new Transaction()
      .put(recordItem(imageKey(id), version + 1, applyOutcome(value, outcome)), hasVersion(version))
      .delete(entryKey(pendingEntry(value)))
      .commit();
  });
  forgetImage(id);
  if ('failure' in outcome) writeMetrics({ ThumbnailsFailed: 1 });
}

function applyOutcome(image: ImageRecord, outcome: Outcome): ImageRecord {
  return 'ready' in outcome
    ? { ...image, thumbnails_status: 'ready', failure: null, thumbnails: outcome.ready, ready: outcome.ready }
    : { ...image, thumbnails_status: 'failed', failure: outcome.failure };
}
