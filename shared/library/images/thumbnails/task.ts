import { nowTs } from '../../../platform/core/clock.ts';
import { MissingObject } from '../../../platform/files/missing-object.ts';
import type { Place } from '../../../platform/files/objects.ts';
import { logError } from '../../../platform/log/log.ts';
import { writeMetrics } from '../../../platform/log/metrics.ts';
import { idAt, timestampAt } from '../../../platform/values/position.ts';
import { retryContended } from '../../../platform/store/retry.ts';
import { readPage } from '../../../platform/store/timeline.ts';
import { Transaction } from '../../../platform/store/transaction.ts';
import { putRecord } from '../../../platform/store/records/write-entity.ts';
import { moveImageEntries } from '../entries.ts';
import { Images, PENDING_IMAGES, type ImageRecord } from '../record.ts';

/**
 * The event of an object under this prefix becomes a message that invokes the thumbnail function. The key contains the task; the object
 * says how often the sweep has put it.
 */
export const TASKS_PREFIX = 'tasks/';

export interface Task {
  id: number;
  taskId: string;
}

type TaskOwner = Pick<ImageRecord, 'id' | 'task_id'>;

/** Starts the thumbnail function after the commit; if that fails, the sweep does it. */
export async function startThumbnails(image: TaskOwner): Promise<void> {
  await putTask(image).catch((error: unknown) => logError('thumbnail task not put', error, { id: image.id }));
}

async function putTask(image: TaskOwner, retries = 0): Promise<void> {
  const { putObject } = await import('../../../platform/files/objects.ts');
  await putObject(toPlace(image), Buffer.from(String(retries)));
}

function toPlace({ id, task_id }: TaskOwner): Place {
  return { bucket: 'content', key: `${TASKS_PREFIX}${id}/${task_id}` };
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
    const current = await Images.find(id, { consistent: true });
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
/**
 * A picture that isn't done after an hour of sweeps, one each minute, makes the function fail each time. Time in which no sweep ran, since
 * the machine was off, does not count.
 */
const MAX_RETRIES = 60;
/** While as many as a sweep takes are late, a picture waits in the queue behind others. This is a day of sweeps. */
const MAX_RETRIES_WHILE_MANY = 1440;
const MAX_COUNT = 50;

/** Puts the longest overdue tasks again; called once a minute. @returns how many */
export async function sweepThumbnails(now = nowTs()): Promise<number> {
  const page = await readPage({
    timelines: [PENDING_IMAGES],
    offset: 0,
    limit: MAX_COUNT,
    oldestFirst: true,
    consistent: true,
  });
  const overdue = page.positions.filter(position => timestampAt(position) < now - LATE_S);
  const maxRetries = overdue.length < MAX_COUNT ? MAX_RETRIES : MAX_RETRIES_WHILE_MANY;
  await Promise.all(overdue.map(position => retryTask(idAt(position), maxRetries)));
  return overdue.length;
}

async function retryTask(id: number, maxRetries: number): Promise<void> {
  const image = await Images.find(id, { consistent: true });
  if (image?.value.thumbnails_status !== 'pending') return;
  const retries = await readRetries(image.value);
  if (retries < maxRetries) await putTask(image.value, retries + 1);
  else
    await finishTask(
      { id, taskId: image.value.task_id },
      { failure: 'The thumbnails could not be made within an hour' },
    );
}

/** @returns 0 when the object is missing or can’t be read: then the sweep tries for another hour */
async function readRetries(image: TaskOwner): Promise<number> {
  const { getObject } = await import('../../../platform/files/objects.ts');
  try {
    return Number((await getObject(toPlace(image))).toString()) || 0;
  } catch (error) {
    if (!(error instanceof MissingObject)) logError('thumbnail task not read', error, { id: image.id });
    return 0;
  }
}
