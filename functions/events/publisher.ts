import type { SQSBatchItemFailure, SQSBatchResponse } from 'aws-lambda';
import * as v from 'valibot';
import { logError, logInfo } from '../../shared/platform/log/log.ts';
import { writeMetrics } from '../../shared/platform/log/metrics.ts';
import { handOverMinute, processDueMessage } from '../../shared/posts/publishing/jobs/due-messages.ts';
import { actAsProcess } from '../../shared/platform/store/audit/actor.ts';
import { DueMessage, sendDue } from '../../shared/platform/schedule/queue.ts';

/** The event of a minute's schedule. */
const MinuteEvent = v.object({ minute: v.number() });
/** The event of a post's own schedule, which an earlier version created. */
const PostEvent = v.object({ id: v.number(), scheduled_at: v.number() });
/** The messages of the queue, each for a second in which posts are due. */
const QueueEvent = v.object({
  Records: v.array(v.object({ messageId: v.string(), body: v.pipe(v.string(), v.parseJson(), DueMessage) })),
});
type Message = v.InferOutput<typeof QueueEvent>['Records'][number];

const PublisherEvent = v.union([QueueEvent, MinuteEvent, PostEvent]);

/** @returns the messages that the queue must deliver again. @throws Error when an event of a schedule must be tried again */
export async function handler(event: unknown): Promise<SQSBatchResponse> {
  return await actAsProcess('publisher', () => publish(event));
}

async function publish(event: unknown): Promise<SQSBatchResponse> {
  const parsed = v.parse(PublisherEvent, event);
  if ('Records' in parsed) return { batchItemFailures: await processMessages(parsed.Records) };
  if ('minute' in parsed) await handOverMinute(parsed.minute);
  else await sendDue({ at: parsed.scheduled_at });
  logInfo('schedule invoked', parsed);
  return { batchItemFailures: [] };
}

/** Processes equal messages once. They occur when several posts were scheduled for the same second. */
async function processMessages(messages: readonly Message[]): Promise<SQSBatchItemFailure[]> {
  const groups = new Map<string, [Message, ...Message[]]>();
  for (const message of messages) {
    const name = JSON.stringify(message.body);
    const group = groups.get(name);
    if (group) group.push(message);
    else groups.set(name, [message]);
  }
  const failed = await Promise.all(
    [...groups.values()].map(async group => ((await processOne(group[0].body)) ? [] : group)),
  );
  return failed.flat().map(({ messageId }) => ({ itemIdentifier: messageId }));
}

/** @returns whether the message is done */
async function processOne(message: DueMessage): Promise<boolean> {
  try {
    const result = await processDueMessage(message);
    if (result && result.published > 0) writeMetrics({ PublishLateness: result.latestS });
    logInfo('due second', { ...message, ...result });
    return true;
  } catch (error) {
    logError('due second not processed', error, message);
    return false;
  }
}
