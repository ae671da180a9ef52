import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../core/clock.ts';
import { idAt, timestampAt } from '../core/position.ts';
import { parseRecord, recordItem } from '../store/record.ts';
import { Contention, retryContended } from '../store/retry.ts';
import { getItem, queryItems, type Item } from '../store/table.ts';
import { hasVersion, isNew, Transaction } from '../store/transaction.ts';
import {
  deliveryKey,
  DeliveryRecord,
  DUE,
  dueKey,
  expiringAt,
  idInQueue,
  laneKey,
  LaneState,
  partitionOf,
  queueKey,
  queueOf,
} from './record.ts';

/** Longer than reading a post, an attempt and noting it take together: an owner that lives is never overtaken. */
const OWNED_S = 40;

export function laneIn(item: Item | undefined): LaneState | undefined {
  return item && v.parse(LaneState, item);
}

/** Puts, moves or takes away a lane and its place among the due ones, under its version. */
export function moveLane(
  transaction: Transaction,
  { webhook, lane }: { webhook: number; lane: number },
  before: LaneState | undefined,
  next: Omit<LaneState, 'version'> | null,
): void {
  const key = laneKey(webhook, lane);
  const condition = before ? hasVersion(before.version) : isNew;
  if (before && before.due_ts !== next?.due_ts) transaction.delete(dueKey(webhook, lane, before.due_ts));
  if (!next) {
    transaction.delete(key, condition);
    return;
  }
  const expiring = expiringAt(next.due_ts);
  transaction.put({ ...key, ...next, ...expiring, version: (before?.version ?? 0) + 1 }, condition);
  if (before?.due_ts !== next.due_ts) transaction.put({ ...dueKey(webhook, lane, next.due_ts), ...expiring });
}

export interface DueLanes {
  due: number[];
  /** When the first of the others is. */
  nextTs: number | undefined;
}

/** The first lanes that are due, the longest due first. */
export async function dueLanes(webhook: number, limit: number): Promise<DueLanes> {
  const items = await queryItems({ pk: partitionOf(webhook), between: DUE, limit, consistent: true });
  const places = items.map(({ sk }) => String(sk).slice('due#'.length));
  const now = nowTs();
  const later = places.map(timestampAt).find(ts => ts > now);
  return { due: places.filter(place => timestampAt(place) <= now).map(idAt), nextTs: later };
}

/** A delivery to be sent now, by nobody else. */
export interface Turn {
  webhook: number;
  lane: number;
  owner: string;
  /** The sort key of its place in the queue. */
  place: string;
  delivery: DeliveryRecord;
}

/** Makes this worker the lane's owner for a while. @returns what it has to send; undefined when another was first, or nothing is there */
export async function takeTurn(webhook: number, lane: number): Promise<Turn | undefined> {
  const state = laneIn(await getItem(laneKey(webhook, lane), true));
  if (!state || state.due_ts > nowTs()) return undefined;
  const owner = randomUUID();
  const transaction = new Transaction();
  moveLane(transaction, { webhook, lane }, state, { due_ts: nowTs() + OWNED_S, owner });
  try {
    await transaction.commit();
  } catch (error) {
    if (error instanceof Contention) return undefined;
    throw error;
  }
  const [place] = await waitingIn(webhook, lane);
  const item = place && (await getItem(deliveryKey(webhook, idInQueue(place)), true));
  if (place && item)
    return { webhook, lane, owner, place, delivery: parseRecord(DeliveryRecord, item).value };
  // Of a webhook that rested for longer than deliveries are kept.
  await endTurn({ webhook, lane, owner, place }, null);
  return undefined;
}

/**
 * Notes what came of a turn. The lane's next delivery is due at once when this one is over; otherwise the lane when this one is to be
 * tried again.
 * @returns false when the lane is another worker's by now: it sends the same again, and notes that
 */
export async function endTurn(
  { webhook, lane, owner, place }: Pick<Turn, 'webhook' | 'lane' | 'owner'> & { place: string | undefined },
  delivery: DeliveryRecord | null,
): Promise<boolean> {
  return await retryContended(async () => {
    const [item, places] = await Promise.all([
      getItem(laneKey(webhook, lane), true),
      waitingIn(webhook, lane),
    ]);
    const state = laneIn(item);
    if (state?.owner !== owner) return false;
    const transaction = new Transaction();
    if (delivery) transaction.put(deliveryItem(webhook, delivery));
    const again = delivery?.next_attempt_ts ?? null;
    if (again === null && place) transaction.delete({ pk: partitionOf(webhook), sk: place });
    const more = places.some(other => other !== place);
    const due_ts = again ?? (more ? nowTs() : null);
    moveLane(transaction, { webhook, lane }, state, due_ts === null ? null : { due_ts, owner: null });
    await transaction.commit();
    return true;
  });
}

/** The first two places of a lane's queue. */
async function waitingIn(webhook: number, lane: number): Promise<string[]> {
  const range = { pk: partitionOf(webhook), between: queueOf(lane) };
  const items = await queryItems({ ...range, limit: 2, consistent: true });
  return items.map(({ sk }) => String(sk));
}

export function deliveryItem(webhook: number, delivery: DeliveryRecord): Item {
  return recordItem(deliveryKey(webhook, delivery.id), 1, delivery, expiringAt(delivery.created_ts));
}

/** A place in a lane's queue; `version` of the post, if it is one's. */
export function queueItem(webhook: number, lane: number, place: { version?: number; id: number }): Item {
  return {
    ...queueKey(webhook, lane, place),
    ...expiringAt(nowTs()),
  };
}
