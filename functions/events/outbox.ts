import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { BACKLOG_PARTITIONS } from '../../shared/platform/store/outbox/outbox-item.ts';
import { Backlog, drainWithBacklog } from './backlog.ts';
import { hasTime } from './jobs.ts';

/** The keys of new items in the table's stream. */
const Keys = v.object({ pk: v.object({ S: v.string() }) });
const StreamEvent = v.object({
  Records: v.optional(v.array(v.object({ dynamodb: v.object({ Keys }) })), []),
});

/**
 * Invoked by the table's stream, which is filtered to outbox items. The event only names the partitions of the backlog that the worker
 * takes part in, one for each of several workers; what is due is read from the table. Each worker processes the jobs of OUTBOX first.
 * Items that it leaves when its time ends are processed by the next invocation, since to lease an item is to put a new one.
 */
export async function handler(
  event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  const mayGoOn = hasTime(context);
  const backlog = new Backlog(backlogIn(event));
  while (mayGoOn() && (await drainWithBacklog(backlog, mayGoOn)) > 0);
}

/** The partitions of the backlog that an event names; all of them if it has no records. */
function backlogIn(event: unknown): string[] {
  const { Records: records } = v.parse(StreamEvent, event);
  if (records.length === 0) return BACKLOG_PARTITIONS;
  const named = new Set(records.map(({ dynamodb }) => dynamodb.Keys.pk.S));
  return BACKLOG_PARTITIONS.filter(partition => named.has(partition));
}
