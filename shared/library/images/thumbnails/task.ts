import { nowTs } from '../../../platform/core/clock.ts';
import { logError } from '../../../platform/log/log.ts';
import { writeMetrics } from '../../../platform/log/metrics.ts';
import { idAt, timestampAt } from '../../../platform/values/position.ts';
import { retryContended } from '../../../platform/store/retry.ts';
import { readPage } from '../../../platform/store/timeline.ts';
import { Transaction } from '../../../platform/store/transaction.ts';
import { putRecord } from '../../../platform/store/records/write-entity.ts';
import { moveImageEntries } from '../entries.ts';
import { Images, PENDING_IMAGES, type ImageRecord } from '../record.ts';

/** The event of an object under this prefix becomes a message that invokes the thumbnail function. The key contains the task; the object is empty. */
export const TASKS_PREFIX = 'tasks/';

export interface Task {
  id: number;
  taskId: string;
}

/** Starts the thumbnail function after the commit; if that fails, the sweep does it. */
export async function startThumbnails(image: Pick<ImageRecord, 'id' | 'task_id'>): Promise<void> {
  await putTask(image).catch((error: unknown) => logError('thumbnail task not put', error, { id: image.id }));
}

async function putTask({ id, task_id }: Pick<ImageRecord, 'id' | 'task_id'>): Promise<void> {
  const { putObject } = await import('../../../platform/files/objects.ts');
  await putObject({ bucket: 'content', key: `${TASKS_PREFIX}${id}/${task_id}` }, Buffer.alloc(0));
}

/** @returns undefined for a key that is no task's */
export function parseTask(key: string): Task | undefined {
  const [, id, taskId] = /^tasks\/(\d{1,16})\/([0-9a-f-]{36})$/.exec(key) ?? [];
  return id !== undefined && taskId !== undefined ? { id: Number(id), taskId } : undefined;
}

/** The keys of the complete set, or why it can't be made. */
type Outcome = { ready: Record<string, string> } | { failure: string };

/** Ends a task, if it is still the image's current one. */
export async function finishTask({ id, taskId }: Task, outcome: Outcome): Promise<void> {
  await retryContended(async () => {
    const current = await Images.find(id, true);
    if (current?.value.thumbnails_status !== 'pending' || current.value.task_id !== taskId) return;
    const transaction = new Transaction();
    const next = applyOutcome(current.value, outcome);
    await putRecord(Images, transaction, current, next);
    moveImageEntries(transaction, current.value, next);
    await transaction.commit();
  });
  Images.forget(id);
  if ('failure' in outcome) writeMetrics({ ThumbnailsFailed: 1 });
}

function applyOutcome(image: ImageRecord, outcome: Outcome): ImageRecord {
  return 'ready' in outcome
    ? { ...image, thumbnails_status: 'ready', failure: null, thumbnails: outcome.ready, ready: outcome.ready }
    : { ...image, thumbnails_status: 'failed', failure: outcome.failure };
}

/** Later tasks were missed: the writer stopped before it put the task, or the event was lost. */
const LATE_S = 120;
/** A picture that isn't done by then makes the function fail each time, */
const GIVE_UP_AFTER_S = 3600;
/** or, while many others are late too, waits in the queue behind them. */
const GIVE_UP_LATE_AFTER_S = 86_400;
const MAX_COUNT = 50;

/** Puts the longest overdue tasks again. @returns how many */
export async function sweepThumbnails(now = nowTs()): Promise<number> {
  const page = await readPage({
    timelines: [PENDING_IMAGES],
    offset: 0,
    limit: MAX_COUNT,
    oldestFirst: true,
    consistent: true,
  });
  const overdue = page.positions.filter(position => timestampAt(position) < now - LATE_S);
  const giveUpAfterS = overdue.length < MAX_COUNT ? GIVE_UP_AFTER_S : GIVE_UP_LATE_AFTER_S;
  await Promise.all(
    overdue.map(position => retryTask(idAt(position), timestampAt(position) < now - giveUpAfterS)),
  );
  return overdue.length;
}

async function retryTask(id: number, isFinal: boolean): Promise<void> {
  const image = await Images.find(id, true);
  if (image?.value.thumbnails_status !== 'pending') return;
  if (isFinal)
    await finishTask(
      { id, taskId: image.value.task_id },
      { failure: 'The thumbnails could not be made within an hour' },
    );
  else await putTask(image.value);
}
