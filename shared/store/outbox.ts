import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { logError } from '../http/log.ts';
import { nowTs } from '../text/time.ts';
import { newId } from './ids.ts';
import { queryItems, type Item, type Key } from './table.ts';
import { positionOf } from './timeline.ts';
import { Contention } from './retry.ts';
import { Transaction } from './transaction.ts';

/**
 * What must follow from a write is an outbox item put in the same transaction. The table is the truth; streams, sweeps and the
 * request itself are only alarm clocks. Jobs are idempotent and work from the records as they are now, so two workers on one
 * item, or one that dies at any point and is followed by another, end in the same state.
 *
 * Keys: pk `OUTBOX`, sk (time from which a worker may take it, id): what is due is the beginning of the partition, however much
 * waits behind it. An item is moved to a later time to be kept from other workers while one works on it (a lease), and after a
 * failure. It is never given up: a failing job is tried each hour, with its last error beside it, until it can be done.
 */
export const OUTBOX_PARTITION = 'OUTBOX';
const LEASE_S = 30;
const FIRST_DELAY_S = 10;
const LONGEST_DELAY_S = 3600;
const BATCH = 50;

const OutboxItem = v.object({
  sk: v.string(),
  kind: v.string(),
  job: v.string(),
  /** How often it has failed in a row, and of what last. */
  attempts: v.number(),
  error: v.optional(v.string()),
});
export type OutboxItem = v.InferOutput<typeof OutboxItem>;

/** Runs one job as far as it gets; answers what is left of it, or undefined when it is done. */
export type Run = (job: unknown) => Promise<unknown>;

const outboxKey = ({ sk }: OutboxItem): Key => ({ pk: OUTBOX_PARTITION, sk });

const sortKey = (dueTs: number): string => `${positionOf(dueTs, newId())}#${randomUUID().slice(0, 8)}`;

/** An item to put in a transaction. Its own request works on it first, for so long; 0 when it won't try. */
export function outboxItem(kind: string, job: unknown, leaseS = LEASE_S): OutboxItem {
  return { sk: sortKey(nowTs() + leaseS), kind, job: JSON.stringify(job), attempts: 0 };
}

export const stored = (item: OutboxItem): Item => ({ ...item, ...outboxKey(item) });

/** What is due now, longest due first. */
export async function dueItems(): Promise<OutboxItem[]> {
  const items = await queryItems({
    pk: OUTBOX_PARTITION,
    between: [positionOf(0, 0), positionOf(nowTs() + 1, 0)],
    limit: BATCH,
    consistent: true,
  });
  return items.map(item => v.parse(OutboxItem, item));
}

/** Keeps an item from other workers for a while. @returns the item as it is then; undefined when another worker was first */
export async function lease(item: OutboxItem): Promise<OutboxItem | undefined> {
  return await move(item, { ...item, sk: sortKey(nowTs() + LEASE_S) });
}

/**
 * Runs the job of a leased item: then it is gone, or there with what is left of the job, or with the failure and a later time.
 * Never throws: what can't even be noted is due again when the lease ends.
 */
export async function settle(item: OutboxItem, run: Run): Promise<void> {
  try {
    const rest = await run(JSON.parse(item.job));
    if (rest === undefined) await new Transaction().delete(outboxKey(item)).commit();
    else await move(item, { sk: sortKey(nowTs()), kind: item.kind, job: JSON.stringify(rest), attempts: 0 });
  } catch (failure) {
    await postpone(item, failure);
  }
}

async function postpone(item: OutboxItem, failure: unknown): Promise<void> {
  const attempts = item.attempts + 1;
  const delay = Math.min(LONGEST_DELAY_S, FIRST_DELAY_S * 2 ** item.attempts);
  const fields = { kind: item.kind, id: item.sk, attempts };
  logError('outbox job failed', failure, fields);
  try {
    await move(item, { ...item, sk: sortKey(nowTs() + delay), attempts, error: String(failure) });
  } catch (error) {
    logError('outbox failure not noted', error, fields);
  }
}

/**
 * Only one mover of an item succeeds: it deletes what the other one's condition asks for. So an item is never doubled, and one
 * that another worker has finished meanwhile stays finished.
 */
async function move(from: OutboxItem, to: OutboxItem): Promise<OutboxItem | undefined> {
  const transaction = new Transaction()
    .delete(outboxKey(from), { expression: 'attribute_exists(pk)', otherwise: movedMeanwhile })
    .put(stored(to));
  try {
    await transaction.commit();
    return to;
  } catch (failure) {
    if (failure instanceof Contention) return undefined;
    throw failure;
  }
}

const movedMeanwhile = (): Error => new Contention('Moved or finished by another worker');
