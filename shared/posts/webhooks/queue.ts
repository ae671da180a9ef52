import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../../platform/core/clock.ts';
import { idAt, timestampAt, type Position } from '../../platform/values/position.ts';
import { parseRecord, recordItem } from '../../platform/store/records/record.ts';
import { Contention, retryContended } from '../../platform/store/retry.ts';
import { getItem, getItems, keyText, queryItems, type Item } from '../../platform/store/table.ts';
import { hasVersion, isNew } from '../../platform/store/condition.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import {
  deliveryKey,
  DUE,
  dueKey,
  duePositionKey,
  expiringAt,
  deliveryInEntry,
  deliveryQueueKey,
  secretKey,
  queueEntryKey,
  queueEntries,
} from './keys.ts';
import { DeliveryRecord, DeliveryQueue } from './record.ts';

/** Exceeds the time to read a post, attempt a delivery and record the outcome: no other worker takes the queue of a live one. */
const LEASE_S = 40;
/** Follows the digits of every position. */
const BEHIND_ALL = '~';

export function parseQueue(item: Item | undefined): DeliveryQueue | undefined {
  return item && v.parse(DeliveryQueue, item);
}

/** Writes or deletes the state of a queue and its due entry, under the state's version. */
export function updateQueue(
  transaction: Transaction,
  { webhook, queue }: { webhook: number; queue: number },
  before: DeliveryQueue | undefined,
  next: Omit<DeliveryQueue, 'version'> | null,
): void {
  const key = deliveryQueueKey(webhook, queue);
  const condition = before ? hasVersion(before.version) : isNew;
  if (before && before.due_ts !== next?.due_ts) transaction.delete(dueKey(webhook, queue, before.due_ts));
  if (!next) {
    transaction.delete(key, condition);
    return;
  }
  const expiring = expiringAt(next.due_ts);
  transaction.put({ ...key, ...next, ...expiring, version: (before?.version ?? 0) + 1 }, condition);
  if (before?.due_ts !== next.due_ts)
    transaction.put({ ...dueKey(webhook, queue, next.due_ts), ...expiring });
}

export interface DueQueues {
  due: number[];
  /** When the first of the queues that aren't due yet becomes due. */
  nextTs: number | undefined;
}

/** The first due queues, longest overdue first. */
export async function findDueQueues(webhook: number, limit: number): Promise<DueQueues> {
  const items = await queryItems({ pk: secretKey.partition(webhook), between: DUE, limit, consistent: true });
  const entries = items.map(({ sk }) => toPosition(sk));
  const now = nowTs();
  const later = entries.map(timestampAt).find(ts => ts > now);
  return { due: entries.filter(entry => timestampAt(entry) <= now).map(idAt), nextTs: later };
}

/** The position in the sort key of a due entry. */
function toPosition(sk: unknown): Position {
  return String(sk).slice('due#'.length);
}

/** A delivery that this worker has claimed and no other worker sends at the same time. */
export interface ClaimedDelivery {
  webhook: number;
  queue: number;
  owner: string;
  /** The sort key of the delivery's queue entry. */
  entry: string;
  delivery: DeliveryRecord;
}

/** Claims a queue with a lease. @returns its first delivery; undefined when another worker has claimed it, or it is empty */
export async function claimDelivery(webhook: number, queue: number): Promise<ClaimedDelivery | undefined> {
  const state = parseQueue(await getItem(deliveryQueueKey(webhook, queue), { consistent: true }));
  if (!state || state.due_ts > nowTs()) return undefined;
  const owner = randomUUID();
  const transaction = new Transaction();
  updateQueue(transaction, { webhook, queue }, state, { due_ts: nowTs() + LEASE_S, owner });
  try {
    await transaction.commit();
  } catch (error) {
    if (error instanceof Contention) return undefined;
    throw error;
  }
  const [entry] = await readEntries(webhook, queue);
  const item = entry && (await getItem(deliveryKey(webhook, deliveryInEntry(entry)), { consistent: true }));
  if (entry && item)
    return { webhook, queue, owner, entry, delivery: parseRecord(DeliveryRecord, item).value };
  // The webhook was inactive for longer than deliveries are kept.
  await finishDelivery({ webhook, queue, owner, entry }, null);
  return undefined;
}

/** Makes the queues of a webhook that dead workers have claimed due at once, also when the clock of a worker was ahead by any time. */
export async function endClaims(webhook: number): Promise<void> {
  const between = [dueKey(webhook, 0, nowTs()).sk, duePositionKey(webhook, BEHIND_ALL).sk] as const;
  const items = await queryItems({ pk: secretKey.partition(webhook), between, consistent: true });
  const queues = items.map(({ sk }) => idAt(toPosition(sk)));
  // Most of them wait for a retry: a receiver that is down may have thousands.
  const states = await getItems(
    queues.map(queue => deliveryQueueKey(webhook, queue)),
    { consistent: true },
  );
  for (const queue of queues) {
    const state = parseQueue(states.get(keyText(deliveryQueueKey(webhook, queue))));
    if (!state?.owner) continue;
    const transaction = new Transaction();
    updateQueue(transaction, { webhook, queue }, state, { due_ts: nowTs(), owner: null });
    await transaction.commit();
  }
}

/**
 * Records the outcome of an attempt and ends the lease. The queue becomes due at once when the delivery is over and another waits, at the
 * retry's time when the delivery is to be retried, and is deleted when it is empty.
 * @returns false when another worker has claimed the queue since: that worker sends the delivery again and records its own outcome
 */
export async function finishDelivery(
  {
    webhook,
    queue,
    owner,
    entry,
  }: Pick<ClaimedDelivery, 'webhook' | 'queue' | 'owner'> & { entry: string | undefined },
  delivery: DeliveryRecord | null,
): Promise<boolean> {
  return await retryContended(async () => {
    const [item, entries] = await Promise.all([
      getItem(deliveryQueueKey(webhook, queue), { consistent: true }),
      readEntries(webhook, queue),
    ]);
    const state = parseQueue(item);
    if (state?.owner !== owner) return false;
    const transaction = new Transaction();
    if (delivery) transaction.put(deliveryItem(webhook, delivery));
    const again = delivery?.next_attempt_ts ?? null;
    if (again === null && entry) transaction.delete({ pk: secretKey.partition(webhook), sk: entry });
    const more = entries.some(other => other !== entry);
    const due_ts = again ?? (more ? nowTs() : null);
    updateQueue(transaction, { webhook, queue }, state, due_ts === null ? null : { due_ts, owner: null });
    await transaction.commit();
    return true;
  });
}

/** The sort keys of the first two entries of a queue. */
async function readEntries(webhook: number, queue: number): Promise<string[]> {
  const range = { pk: secretKey.partition(webhook), between: queueEntries(queue) };
  const items = await queryItems({ ...range, limit: 2, consistent: true });
  return items.map(({ sk }) => String(sk));
}

export function deliveryItem(webhook: number, delivery: DeliveryRecord): Item {
  return recordItem(deliveryKey(webhook, delivery.id), 1, delivery, expiringAt(delivery.created_ts));
}

/** A queue entry; `version` is the post's, when the delivery reports a change. */
export function queueEntryItem(
  webhook: number,
  queue: number,
  entry: { version?: number; id: number },
): Item {
  return {
    ...queueEntryKey(webhook, queue, entry),
    ...expiringAt(nowTs()),
  };
}
