import * as v from 'valibot';
import { logError } from '../http/log.ts';
import { nowTs } from '../text/time.ts';
import { newId } from './ids.ts';
import { queryItems, type Item, type Key } from './table.ts';
import { Transaction } from './transaction.ts';

/**
 * What must follow from a write is an outbox item put in the same transaction: pk `OUTBOX`, sk the time-ordered id. The table is
 * the truth; streams, sweeps and the request itself are only alarm clocks. Jobs are idempotent and work from the records as they
 * are now, so two workers on one item, or one that dies at any point and is followed by another, end in the same state.
 *
 * `due_ts` is a lease: the request that wrote the item works on it first; only when it has not finished by then do others take it.
 */
const PARTITION = 'OUTBOX';
const MOST_ATTEMPTS = 12;
const LONGEST_DELAY_S = 3600;
const BATCH = 50;

const OutboxItem = v.object({
  sk: v.string(),
  kind: v.string(),
  job: v.string(),
  attempts: v.number(),
  due_ts: v.number(),
});
export type OutboxItem = v.InferOutput<typeof OutboxItem>;

/** Runs one job as far as it gets; answers what is left of it, or undefined when it is done. */
export type Run = (job: unknown) => Promise<unknown>;

const outboxKey = (sk: string): Key => ({ pk: PARTITION, sk });

/** An item to put in a transaction. `leaseS` is the time its own request has for the job, 0 when it won't try. */
export function outboxItem(kind: string, job: unknown, leaseS: number): OutboxItem {
  const sk = String(newId()).padStart(16, '0');
  return { sk, kind, job: JSON.stringify(job), attempts: 0, due_ts: nowTs() + leaseS };
}

export const stored = (item: OutboxItem): Item => ({ ...item, pk: PARTITION });

/** What is due now, oldest first. */
export async function dueItems(): Promise<OutboxItem[]> {
  const items = await queryItems({ pk: PARTITION, consistent: true, limit: BATCH });
  return items
    .map(item => v.parse(OutboxItem, item))
    .filter(item => item.due_ts <= nowTs() && item.attempts < MOST_ATTEMPTS);
}

/** Runs an item's job: removes the item when done, re-arms it with what is left, or notes the failure and when to try again. */
export async function settle(item: OutboxItem, run: Run): Promise<void> {
  try {
    const rest = await run(JSON.parse(item.job));
    if (rest === undefined) await new Transaction().delete(outboxKey(item.sk)).commit();
    else await rearm({ ...item, job: JSON.stringify(rest), attempts: 0, due_ts: nowTs() });
  } catch (error) {
    logError('outbox job failed', error, { kind: item.kind, id: item.sk, attempts: item.attempts + 1 });
    const delay = Math.min(LONGEST_DELAY_S, 10 * 2 ** item.attempts);
    await rearm({ ...item, attempts: item.attempts + 1, due_ts: nowTs() + delay }, String(error));
  }
}

/** An item that another worker has finished meanwhile stays finished. */
async function rearm(item: OutboxItem, error?: string): Promise<void> {
  const finished = new Error('finished meanwhile');
  const condition = { expression: 'attribute_exists(pk)', otherwise: () => finished };
  const put = new Transaction().put({ ...stored(item), ...(error !== undefined && { error }) }, condition);
  await put.commit().catch((failure: unknown) => {
    if (failure !== finished) throw failure;
  });
}
