import { nowTs } from '../../../platform/core/clock.ts';
import { MINUTE_S } from '../../../platform/core/durations.ts';
import { mapWithConcurrency } from '../../../platform/core/concurrency.ts';
import { makePosition } from '../../../platform/values/position.ts';
import { sendDue, type DueMessage } from '../../../platform/schedule/queue.ts';
import { createSchedule } from '../../../platform/schedule/schedule.ts';
import { isNear, LEAD_S, toMinute } from '../../../platform/schedule/times.ts';
import { publishAll, readDueEntries, waitUntil, type Published } from './publish-due.ts';
import { markTaken } from './taken-minutes.ts';

/** One invocation publishes at most this many posts of a second, and hands over the rest before it begins. */
const MAX_BLOCK = 500;
const MAX_CONCURRENT_MESSAGES = 10;
/** The publisher waits for a second that is at most this far ahead. */
const MAX_WAIT_S = 2 * LEAD_S;

/** Sends a message for each second of the minute in which posts are due, then notes that the minute is taken. */
export async function handOverMinute(minute: number): Promise<void> {
  const entries = await readDueEntries([makePosition(minute, 0), makePosition(minute + MINUTE_S, 0)]);
  const seconds = [...new Set(entries.map(({ at }) => at))];
  await mapWithConcurrency(seconds, MAX_CONCURRENT_MESSAGES, at => sendDue({ at }));
  await markTaken(minute);
}

/**
 * Publishes the posts of a second that is about to come or has passed. A second that is farther ahead gets another message, or a
 * schedule of its minute. @throws Error when posts could not be published
 */
export async function processDueMessage(message: DueMessage): Promise<Published | undefined> {
  const { at } = message;
  if (at - nowTs() <= MAX_WAIT_S) return await publishSecond(message);
  if (isNear(at)) await sendDue(message);
  else await createSchedule(toMinute(at));
  return undefined;
}

async function publishSecond({ at, from = makePosition(at, 0) }: DueMessage): Promise<Published> {
  const entries = await readDueEntries([from, makePosition(at + 1, 0)], MAX_BLOCK + 1);
  const next = entries[MAX_BLOCK];
  if (next) await sendDue({ at, from: next.position });
  await waitUntil(at);
  const result = await publishAll(entries.slice(0, MAX_BLOCK));
  if (result.failed > 0) throw new Error(`${result.failed} due posts could not be published`);
  return result;
}
