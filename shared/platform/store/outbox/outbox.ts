import * as v from 'valibot';
import { nowTs } from '../../core/clock.ts';
import { mapWithConcurrency } from '../../core/concurrency.ts';
import { logDebug, logError } from '../../log/log.ts';
import { makePosition } from '../../values/position.ts';
import { correlated } from '../../log/trace.ts';
import { commitIndependently } from '../commit-independently.ts';
import type { Condition } from '../condition.ts';
import {
  dueAt,
  LEASE_S,
  OUTBOX_PARTITION,
  OUTBOX_PARTITIONS,
  outboxItem,
  OutboxItem,
  outboxKey,
  toItem,
  withDueTime,
} from './outbox-item.ts';
import { backoffS, Contention } from '../retry.ts';
import { queryItems } from '../table.ts';
import { Transaction } from '../transaction.ts';

/**
 * A follow-up job of a write is an outbox item in the same transaction. The table decides what has to be done; streams, sweeps and the
 * request itself only start the work. Jobs are idempotent and read the current records, so that two workers on one item, or a worker
 * that continues after another one stopped at any point, reach the same state.
 *
 * Keys: pk `OUTBOX` (`OUTBOX#backlog#<n>` for jobs that give way to these), sk (time from which it is due, id), so that due items are at
 * the beginning of the partition, however many wait behind them. To lease an item, or after a failure, a worker moves it to a later time.
 * A failing job is retried every hour, with its last error in the item, and never dropped.
 *
 * Items may be leased and finished in groups. Each item of a group commits independently: items that another worker has moved are left
 * out, and a worker that stops leaves each item either leased or unchanged. On one machine, a start of the service makes the items due that the
 * process before it had leased (end-leases.ts).
 */
const MAX_BATCH = 100;
/** A move takes two actions of a transaction. */
export const MAX_MOVED = 50;
const MAX_CONCURRENT = 8;

/** Runs one job. @returns the rest of the job when it must continue, undefined when it is done */
export type Run = (job: unknown) => Promise<unknown>;

/** Completes several jobs of one kind. When it throws, some of them may be done. */
export type RunTogether = (jobs: readonly unknown[]) => Promise<void>;

/** The due items of a partition, longest due first. */
export async function dueItems(partition = OUTBOX_PARTITION, limit = MAX_BATCH): Promise<OutboxItem[]> {
  const items = await queryItems({
    pk: partition,
    between: [makePosition(0, 0), makePosition(nowTs() + 1, 0)],
    limit,
    consistent: true,
  });
  return items.map(item => v.parse(OutboxItem, item));
}

/** Whether an item of a kind becomes due within `withinS` seconds. */
export async function isDueSoon(wanted: string, withinS: number): Promise<boolean> {
  const items = await queryItems({
    pk: OUTBOX_PARTITION,
    between: [makePosition(nowTs() + 1, 0), makePosition(nowTs() + withinS + 1, 0)],
    consistent: true,
  });
  return items.some(({ kind }) => kind === wanted);
}

/** The items whose last run failed, next due first. */
export async function failingItems(): Promise<OutboxItem[]> {
  const partitions = await Promise.all(OUTBOX_PARTITIONS.map(pk => queryItems({ pk, consistent: true })));
  const items = partitions.flat().map(item => v.parse(OutboxItem, item));
  return items.filter(({ attempts }) => attempts > 0).sort((a, b) => dueAt(a) - dueAt(b));
}

/**
 * Makes up to 50 items due at once. An item that a worker has just leased runs twice, which jobs allow.
 * @returns the items that no worker moved or finished at the same time
 */
export function makeDueNow(items: readonly OutboxItem[]): Promise<OutboxItem[]> {
  return move(items.map(from => ({ from, to: withDueTime(nowTs(), from) })));
}

/** Leases an item. @returns the moved item; undefined when another worker was first */
export async function lease(item: OutboxItem): Promise<OutboxItem | undefined> {
  const [leased] = await leaseAll([item]);
  return leased;
}

/** Leases up to 50 items. @returns the moved items, without those that another worker was first to move */
export async function leaseAll(items: readonly OutboxItem[]): Promise<OutboxItem[]> {
  return await move(items.map(from => ({ from, to: withDueTime(nowTs() + LEASE_S, from) })));
}

/**
 * Runs the job of a leased item. Afterwards the item is deleted, or holds the rest of the job, or the error and a later time. Never
 * throws: if even that can't be written, the item becomes due when its lease expires.
 */
export async function processItem(item: OutboxItem, run: Run): Promise<void> {
  await correlated(item, () => tryItem(item, run));
}

async function tryItem(item: OutboxItem, run: Run): Promise<void> {
  try {
    const rest = await run(JSON.parse(item.job));
    if (rest === undefined) await remove([item]);
    else await move([{ from: item, to: outboxItem(item.kind, rest, 0, item.pk) }]);
  } catch (failure) {
    await postpone(item, failure);
  }
}

/**
 * Runs the jobs of leased items of one kind together, equal jobs once: one run after all items were put satisfies them all. When it
 * fails, runs each job alone, so that only the failing ones are postponed.
 */
export async function processItems(items: readonly OutboxItem[], run: RunTogether): Promise<void> {
  await runTogether(items, run, async error => {
    logDebug('outbox jobs failed together', { count: items.length, error: String(error) });
    await mapWithConcurrency(items, MAX_CONCURRENT, item =>
      processItem(item, job => run([job]).then(() => undefined)),
    );
  });
}

/** Runs the jobs of leased items of one kind together, equal jobs once. When it fails, all of them are postponed. */
export async function processAsOne(items: readonly OutboxItem[], run: RunTogether): Promise<void> {
  await runTogether(items, run, async error => {
    await mapWithConcurrency(items, MAX_CONCURRENT, item => postpone(item, error));
  });
}

/** Runs the distinct jobs of items, and removes the items unless the run fails. */
async function runTogether(
  items: readonly OutboxItem[],
  run: RunTogether,
  onFailure: (error: unknown) => Promise<void>,
): Promise<void> {
  const jobs = [...new Set(items.map(item => item.job))].map((job): unknown => JSON.parse(job));
  try {
    await run(jobs);
  } catch (error) {
    await onFailure(error);
    return;
  }
  await remove(items).catch((error: unknown) => logError('outbox items not removed', error));
}

async function postpone(item: OutboxItem, failure: unknown): Promise<void> {
  const attempts = item.attempts + 1;
  const fields = { kind: item.kind, id: item.sk, attempts };
  logError('outbox job failed', failure, fields);
  try {
    const to = { ...withDueTime(nowTs() + backoffS(item.attempts), item), attempts, error: String(failure) };
    await move([{ from: item, to }]);
  } catch (error) {
    logError('outbox failure not recorded', error, fields);
  }
}

/** No condition is needed: after the lease another worker can only have the item under another key. */
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
 * Only one of several concurrent moves of an item succeeds, because it deletes the key that the others' conditions require. An item is
 * never duplicated, and a finished one doesn't come back.
 * @returns the moved items
 */
async function move(moves: readonly Move[]): Promise<OutboxItem[]> {
  const moved = await commitIndependently(
    moves.map(({ from, to }) => transaction => {
      transaction.delete(outboxKey(from), isThere).put(toItem(to));
    }),
  );
  return moves.flatMap(({ to }, index) => (moved[index] ? [to] : []));
}

const isThere: Condition = {
  expression: 'attribute_exists(pk)',
  otherwise: () => new Contention('Moved or finished by another worker'),
};
