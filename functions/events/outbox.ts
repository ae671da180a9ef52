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

/** A string in the keys of the table's stream. */
const Text = v.pipe(
  v.object({ S: v.string() }),
  v.transform(({ S: text }) => text),
);
const Keys = v.object({ pk: Text, sk: Text });
const StreamEvent = v.object({
  Records: v.optional(v.array(v.object({ dynamodb: v.object({ Keys }) })), []),
});

/**
 * Invoked by the table's stream, which is filtered to outbox items, changes that wait for their numbers, and entries of the audit trail. The
 * event only names the partitions of the backlog that this worker processes, so that several workers share them; the due items are read from
 * the table. Each worker processes the jobs of OUTBOX first. An event that has only entries of the audit trail processes no jobs, because it
 * may come from another shard while the worker of OUTBOX runs.
 * The next invocation processes the items that are left when the time of this one ends: leasing an item puts a new one, which the stream
 * reports.
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

/** A worker that waits looks for other jobs at this interval. */
const LOOK_MS = 500;

/**
 * Waits for a moment if an invalidation of the CDN's cache becomes due in the next seconds: no event reports that it is due, and the sweep
 * would be too late. @returns whether it has waited
 */
async function waitForInvalidation(): Promise<boolean> {
  if (environment().EDGE_DISTRIBUTION === undefined) return false;
  if (!(await isDueSoon(EDGE_INVALIDATION, DELAY_S))) return false;
  await sleep(LOOK_MS);
  return true;
}

/** Finds the partitions of the backlog that an event names. An event without records names all of them. */
function backlogIn(keys: readonly Key[]): string[] {
  if (keys.length === 0) return BACKLOG_PARTITIONS;
  const named = new Set(keys.map(({ pk }) => pk));
  return BACKLOG_PARTITIONS.filter(partition => named.has(partition));
}
