import type { Context } from 'aws-lambda';
import { drainOutbox, hasTime } from './jobs.ts';

/**
 * Invoked by the table's stream, which is filtered to outbox items. The event's content is ignored: the handler reads the table.
 * Items that it leaves when its time ends are processed by the next invocation, since a job that re-arms itself puts a new item.
 */
export async function handler(
  _event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  const mayGoOn = hasTime(context);
  while (mayGoOn() && (await drainOutbox(mayGoOn)) > 0);
}
