import type { Context } from 'aws-lambda';
import * as v from 'valibot';
import { sleep } from '../../shared/platform/core/clock.ts';
import { environment } from '../../shared/platform/core/environment.ts';
import { DELAY_S } from '../../shared/platform/edge/job.ts';
import { isAuditKey, writeAuditLines } from '../../shared/platform/store/audit/write-lines.ts';
import { BACKLOG_PARTITIONS, EDGE_INVALIDATION } from '../../shared/platform/store/outbox/outbox-item.ts';
import { isDueSoon } from '../../shared/platform/store/outbox/outbox.ts';
import type { Key } from '../../shared/platform/store/table.ts';
import { Backlog, drainWithBacklog } from './backlog.ts';
import { whileEnteringChanges } from './changes.ts';
import { hasTime } from './jobs.ts';

/** The keys of new items in the table's stream. */
const Text = v.pipe(
  v.object({ S: v.string() }),
  v.transform(({ S: text }) => text),
);
const Keys = v.object({ pk: Text, sk: Text });
const StreamEvent = v.object({
  Records: v.optional(v.array(v.object({ dynamodb: v.object({ Keys }) })), []),
});

/**
 * Invoked by the table's stream, which is filtered to outbox items, changes that wait for their numbers, and entries of the audit trail. Of
 * jobs the event only names the partitions of the backlog that the worker takes part in, one for each of several workers; what is due is read
 * from the table. Each worker processes the jobs of OUTBOX first. An event that has only entries of the audit trail drains nothing: it
 * may come from another shard while the worker of OUTBOX runs.
 * Items that it leaves when its time ends are processed by the next invocation, since to lease an item is to put a new one.
 */
export async function handler(
  event: unknown,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  const mayGoOn = hasTime(context);
  const keys = v.parse(StreamEvent, event).Records.map(({ dynamodb }) => dynamodb.Keys);
  const entries = keys.filter(isAuditKey);
  await writeAuditLines(entries);
  if (entries.length > 0 && entries.length === keys.length) return;
  const backlog = new Backlog(backlogIn(keys));
  await whileEnteringChanges(async () => {
    while (mayGoOn() && ((await drainWithBacklog(backlog, mayGoOn)) > 0 || (await waitForInvalidation())));
  });
}

/** How often a worker that waits looks for other jobs. */
const LOOK_MS = 500;

/**
 * Waits for a moment where the cache of the edge is to be invalidated in the next seconds: no event tells when that is due, and the sweep
 * would come too late. @returns whether it has waited
 */
async function waitForInvalidation(): Promise<boolean> {
  if (environment().EDGE_DISTRIBUTION === undefined) return false;
  if (!(await isDueSoon(EDGE_INVALIDATION, DELAY_S))) return false;
  await sleep(LOOK_MS);
  return true;
}

/** The partitions of the backlog that an event names; all of them if it has no records. */
function backlogIn(keys: readonly Key[]): string[] {
  if (keys.length === 0) return BACKLOG_PARTITIONS;
  const named = new Set(keys.map(({ pk }) => pk));
  return BACKLOG_PARTITIONS.filter(partition => named.has(partition));
}
