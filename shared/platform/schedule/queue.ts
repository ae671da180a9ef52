import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as v from 'valibot';
import { nowTs } from '../core/clock.ts';
import { environment } from '../core/environment.ts';
import { logError } from '../log/log.ts';
import { logSlowCalls } from '../log/slow-calls.ts';
import { isNear, LEAD_S } from './times.ts';

let client: SQSClient | undefined;

/** One client per process, created at first use. */
export function queues(): SQSClient {
  // The endpoint is the service's, or the stand-in's, and never a part of the queue's address.
  client ??= logSlowCalls(new SQSClient({ maxAttempts: 3, useQueueUrlAsEndpoint: false }));
  return client;
}

/** Posts are due at the second `at`; `from` is the position in the timeline of due posts at which a further block of them begins. */
export const DueMessage = v.object({ at: v.number(), from: v.optional(v.string()) });
export type DueMessage = v.InferOutput<typeof DueMessage>;

/** Sends a second to the publisher: at once when it is far, so that its minute gets a schedule, otherwise shortly before the second. */
export async function sendDue(message: DueMessage): Promise<void> {
  const delayS = isNear(message.at) ? Math.max(0, message.at - LEAD_S - nowTs()) : 0;
  const command = new SendMessageCommand({
    QueueUrl: environment().DUE_QUEUE_URL,
    MessageBody: JSON.stringify(message),
    DelaySeconds: delayS,
  });
  await queues().send(command);
}

/** Sends the second of a record that is written already. Never throws: the sweep finds what no message announces. */
export async function announceDue(id: number, at: number): Promise<void> {
  await sendDue({ at }).catch((error: unknown) => logError('due time not sent', error, { id, at }));
}
