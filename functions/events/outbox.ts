import type { Context } from 'aws-lambda';
import { drainOutbox, hasTime } from './jobs.ts';

/**
 * Woken by the table's stream, filtered to outbox items. What the event holds doesn't matter: the table is the truth. What is left
 * when the time is over wakes the next one: a job that re-arms itself puts a new item.
 */
export async function handler(
  _event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  const mayGoOn = hasTime(context);
  while (mayGoOn() && (await drainOutbox(mayGoOn)) > 0);
}
