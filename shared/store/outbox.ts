import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../core/clock.ts';
import { mapWithConcurrency } from '../core/concurrency.ts';
import { newId } from '../core/ids.ts';
import { logDebug, logError } from '../core/log.ts';
import { positionOf, timestampAt } from '../core/position.ts';
import { commitIndependently } from './commit-independently.ts';
import { Contention } from './retry.ts';
import { queryItems, type Item, type Key } from './table.ts';
import { Transaction, type Condition } from './transaction.ts';

/**
 * What must follow from a write is an outbox item put in the same transaction. The table is the truth; streams, sweeps and the
 * request itself are only alarm clocks. Jobs are idempotent and work from the records as they are now, so two workers on one
 * item, or one that dies at any point and is followed by another, end in the same state.
 *
 * Keys: pk `OUTBOX`, sk (time from which a worker may take it, id): what is due is the beginning of the partition, however much
 * waits behind it. An item is moved to a later time to be kept from other workers while one works on it (a lease), and after a
 * failure. It is never given up: a failing job is tried each hour, with its last error beside it, until it can be done.
 *
 * Items may be leased and finished in groups. Each of a group is moved whole or not at all, and on its own: where another worker
 * was first with some, the others are moved without them, and a worker that dies leaves each one leased, or as it was.
 */
export const OUTBOX_PARTITION = 'OUTBOX';
const LEASE_S = 30;
const FIRST_DELAY_S = 10;
const MAX_DELAY_S = 3600;
const BATCH = 100;
const MAX_CONCURRENT = 8;

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

/** Does several jobs of one kind wholly; when it throws, some may be done. */
export type RunTogether = (jobs: readonly unknown[]) => Promise<void>;

function outboxKey({ sk }: OutboxItem): Key {
  return { pk: OUTBOX_PARTITION, sk };
}

function sortKey(dueTs: number, name = randomUUID().slice(0, 8)): string {
  return `${positionOf(dueTs, newId())}#${name}`;
}

/** What an item is called as long as it is there: the end of its sort key, wherever it is moved. */
export function nameOf({ sk }: OutboxItem): string {
  return sk.slice(sk.lastIndexOf('#') + 1);
}

/** Until when an item is left alone, in Unix seconds. */
export function dueAt({ sk }: OutboxItem): number {
  return timestampAt(sk);
}

/** The same item, left alone until then. */
function until(ts: number, item: OutboxItem): OutboxItem {
  return { ...item, sk: sortKey(ts, nameOf(item)) };
}

/** An item to put in a transaction. Its own request works on it first, for so long; 0 when it won't try. */
export function outboxItem(kind: string, job: unknown, leaseS = LEASE_S): OutboxItem {
  return { sk: sortKey(nowTs() + leaseS), kind, job: JSON.stringify(job), attempts: 0 };
}

export function stored(item: OutboxItem): Item {
  return { ...item, ...outboxKey(item) };
}

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

/** Those that have failed and not been done since, next due first. */
export async function failingItems(): Promise<OutboxItem[]> {
  const items = await queryItems({ pk: OUTBOX_PARTITION, consistent: true });
  return items.map(item => v.parse(OutboxItem, item)).filter(({ attempts }) => attempts > 0);
}

/**
 * Makes up to 50 items due at once. One that a worker has just taken is run once more, which its job allows.
 * @returns those that nobody moved or finished meanwhile
 */
export function makeDueNow(items: readonly OutboxItem[]): Promise<OutboxItem[]> {
  return move(items.map(from => ({ from, to: until(nowTs(), from) })));
}

/** Keeps an item from other workers for a while. @returns the item as it is then; undefined when another worker was first */
export async function lease(item: OutboxItem): Promise<OutboxItem | undefined> {
  const [leased] = await leaseAll([item]);
  return leased;
}

/** The same for up to 50 items. @returns those that no other worker was first to take */
export async function leaseAll(items: readonly OutboxItem[]): Promise<OutboxItem[]> {
  return await move(items.map(from => ({ from, to: until(nowTs() + LEASE_S, from) })));
}

/**
 * Runs the job of a leased item: then it is gone, or there with what is left of the job, or with the failure and a later time.
 * Never throws: what can't even be noted is due again when the lease ends.
 */
export async function processItem(item: OutboxItem, run: Run): Promise<void> {
  try {
    const rest = await run(JSON.parse(item.job));
    if (rest === undefined) await remove([item]);
    else await move([{ from: item, to: outboxItem(item.kind, rest, 0) }]);
  } catch (failure) {
    await postpone(item, failure);
  }
}

/**
 * The same for leased items of one kind, whose jobs are run together, and equal ones once: what they ask for is done after each of
 * their items has come. When that fails each is run for itself: those without fault are done, and the failure is noted where it
 * belongs.
 */
export async function processItems(items: readonly OutboxItem[], run: RunTogether): Promise<void> {
  const jobs = [...new Set(items.map(item => item.job))].map((job): unknown => JSON.parse(job));
  try {
    await run(jobs);
  } catch (error) {
    logDebug('outbox jobs not done together', { count: items.length, error: String(error) });
    await mapWithConcurrency(items, MAX_CONCURRENT, item =>
      processItem(item, job => run([job]).then(() => undefined)),
    );
    return;
  }
  await remove(items).catch((error: unknown) => logError('outbox items not removed', error));
}

async function postpone(item: OutboxItem, failure: unknown): Promise<void> {
  const attempts = item.attempts + 1;
  const delay = Math.min(MAX_DELAY_S, FIRST_DELAY_S * 2 ** item.attempts);
  const fields = { kind: item.kind, id: item.sk, attempts };
  logError('outbox job failed', failure, fields);
  try {
    const to = { ...until(nowTs() + delay, item), attempts, error: String(failure) };
    await move([{ from: item, to }]);
  } catch (error) {
    logError('outbox failure not noted', error, fields);
  }
}

/** A leased item's key is its worker's own: whoever takes it after the lease has it under another. */
async function remove(items: readonly OutboxItem[]): Promise<void> {
  const transaction = new Transaction();
  for (const item of items) transaction.delete(outboxKey(item));
  await transaction.commit();
}

interface Move {
  from: OutboxItem;
  to: OutboxItem;
}

/**
 * Only one mover of an item succeeds: it deletes what the other one's condition asks for. So an item is never doubled, and one
 * that another worker has finished meanwhile stays finished.
 * @returns those that were moved, as they are then
 */
async function move(moves: readonly Move[]): Promise<OutboxItem[]> {
  const moved = await commitIndependently(
    moves.map(({ from, to }) => transaction => {
      transaction.delete(outboxKey(from), isThere).put(stored(to));
    }),
  );
  return moves.flatMap(({ to }, index) => (moved[index] ? [to] : []));
}

const isThere: Condition = {
  expression: 'attribute_exists(pk)',
  otherwise: () => new Contention('Moved or finished by another worker'),
};
