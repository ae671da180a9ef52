import type { SQSBatchItemFailure, SQSBatchResponse } from 'aws-lambda';
import * as v from 'valibot';
import { logError, logInfo } from '../../shared/platform/log/log.ts';
import { makeThumbnails } from '../../shared/library/images/thumbnails/make.ts';
import { parseTask } from '../../shared/library/images/thumbnails/task.ts';

/** The used part of EventBridge's "Object Created" event. */
const TaskEvent = v.object({ detail: v.object({ object: v.object({ key: v.string() }) }) });
type TaskEvent = v.InferOutput<typeof TaskEvent>;

/** The messages of the queue, each of which contains an event. */
const QueueEvent = v.object({
  Records: v.array(v.object({ messageId: v.string(), body: v.pipe(v.string(), v.parseJson(), TaskEvent) })),
});

/** The rule of an earlier version, and events that it has accepted, invoke the function directly. */
const ThumbnailsEvent = v.union([QueueEvent, TaskEvent]);

/**
 * Invoked for each task object in the bucket, at least once and in any order. The image's record says which thumbnails are missing.
 * @returns the messages that the queue must deliver again. @throws Error when an event without a queue must be tried again
 */
export async function handler(event: unknown): Promise<SQSBatchResponse> {
  const parsed = v.parse(ThumbnailsEvent, event);
  const batchItemFailures: SQSBatchItemFailure[] = [];
  if (!('Records' in parsed)) await runTask(parsed);
  // Events are processed one after the other, because a picture may take most of the memory.
  else
    for (const { messageId, body } of parsed.Records)
      if (!(await hasSucceeded(body))) batchItemFailures.push({ itemIdentifier: messageId });
  return { batchItemFailures };
}

async function hasSucceeded(event: TaskEvent): Promise<boolean> {
  try {
    await runTask(event);
    return true;
  } catch (error) {
    logError('thumbnails not made', error, { key: event.detail.object.key });
    return false;
  }
}

async function runTask({ detail }: TaskEvent): Promise<void> {
  const task = parseTask(detail.object.key);
  if (!task) return;
  const began = performance.now();
  await makeThumbnails(task);
  logInfo('thumbnails', { ...task, ms: Math.round(performance.now() - began) });
}
