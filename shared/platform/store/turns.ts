import * as v from 'valibot';
import { elapsedMs, nowMs, nowTs, sleep } from '../core/clock.ts';
import { MINUTE_S } from '../core/durations.ts';
import { newId } from '../core/ids.ts';
import { logError } from '../log/log.ts';
import { isLeaseOver } from './lease-time.ts';
import { deleteItem, putItem } from './put.ts';
import { Contention, PATIENCE_MS, retryContended } from './retry.ts';
import { queryItems, type Key } from './table.ts';

/**
 * Lets writers of one item take turns, so that each of many simultaneous ones succeeds about as fast as if they came one after the other.
 * With random pauses alone the number of attempts grows with the square of the number of writers, and some never succeed.
 *
 * A queue is a partition; each waiting writer has an item in it: sk is an id, which grows with time, and `until` the time from which it
 * certainly no longer waits. The first item has the turn. A writer joins only after its first attempt met contention, so that a single writer
 * makes no additional call.
 *
 * The queue only orders attempts: what protects the data are the conditions of the attempts themselves. So two writers may have
 * the turn, as when their clocks differ, and a crash at any point only costs time: the item of a dead writer is passed over after
 * STALLED_MS when it has the turn, otherwise from `until` on; at once if its process is known to be dead or its clock was ahead (lease-time.ts).
 */
const STALLED_MS = 3_000;
/** The pause before the next look at the queue, for each writer that is ahead: less than an attempt takes on AWS. */
const PAUSE_MS = 20;
const MAX_PAUSE_MS = 1000;

const Place = v.object({ pk: v.string(), sk: v.string(), until: v.number() });
type Place = v.InferOutput<typeof Place>;

/**
 * Repeats an optimistic write like `retryContended`, from its second attempt on when the writer has its turn.
 * @param queue the partition of the queue of this item's writers
 * @param attempt is told whether it has the turn; a longer attempt without it does best to end at the first contention
 * @throws Unavailable when contention lasts longer than `patienceMs`
 */
export async function retryInTurn<T>(
  queue: string,
  attempt: (hasTurn: boolean) => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = elapsedMs() + patienceMs;
  try {
    return await attempt(false);
  } catch (error) {
    if (!(error instanceof Contention)) throw error;
  }
  const place = await join(queue);
  try {
    await waitForTurn(place, deadline);
    return await retryContended(() => attempt(true), deadline - elapsedMs());
  } finally {
    await leave(place);
  }
}

async function join(queue: string): Promise<Place> {
  const place = { pk: queue, sk: toSortKey(newId()), until: nowMs() + PATIENCE_MS };
  await putItem({ ...place, expires: nowTs() + MINUTE_S });
  return place;
}

function toSortKey(id: number): string {
  return String(id).padStart(16, '0');
}

/** Never throws: the item of a writer that could not leave is passed over like that of a dead one. */
async function leave(place: Key): Promise<void> {
  await deleteItem(place).catch((error: unknown) => logError('queue not left', error, { pk: place.pk }));
}

/** Resolves when no writer is ahead, or at the deadline. */
async function waitForTurn(place: Place, deadline: number): Promise<void> {
  let first = { sk: '', since: 0 };
  for (;;) {
    const ahead = await readAhead(place);
    const [next] = ahead;
    const now = elapsedMs();
    if (!next || now > deadline) return;
    if (next.sk !== first.sk) first = { sk: next.sk, since: now };
    else if (now - first.since > STALLED_MS) await leave(next);
    await sleep(Math.min(MAX_PAUSE_MS, ahead.length * PAUSE_MS));
  }
}

/** The writers ahead that may still be waiting, first one first. */
async function readAhead({ pk, sk: own }: Place): Promise<Place[]> {
  const items = await queryItems({ pk, between: [toSortKey(0), own], consistent: true });
  const isAhead = ({ sk, until }: Place): boolean => sk !== own && !isLeaseOver(until, PATIENCE_MS);
  return items.map(item => v.parse(Place, item)).filter(isAhead);
}
