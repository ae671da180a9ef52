import * as v from 'valibot';
import { nowTs } from '../../core/clock.ts';
import { makePosition } from '../../values/position.ts';
import { backoffS } from '../retry.ts';
import { queryItems } from '../table.ts';
import { CLEANUP, dueAt, FILE_CLEANUP, LEASE_S, OUTBOX_PARTITIONS, OutboxItem } from './outbox-item.ts';
import { makeDueNow, MAX_MOVED } from './outbox.ts';

/** Jobs of these kinds are put with a later due time. If they ran early, they would not delete the objects that they are for. */
const DELAYED_KINDS: readonly string[] = [CLEANUP, FILE_CLEANUP];

/**
 * Makes the items due at once that earlier processes had leased. Only a process that has the table to itself may call it. Failed items that are
 * due within a lease's time look the same, so they are retried early.
 */
export async function endLeases(): Promise<void> {
  const now = nowTs();
  for (const pk of OUTBOX_PARTITIONS) {
    const items = await queryItems({ pk, after: makePosition(now + 1, 0), consistent: true });
    const leased = items.map(item => v.parse(OutboxItem, item)).filter(item => isLeft(item, now));
    while (leased.length > 0) await makeDueNow(leased.splice(0, MAX_MOVED));
  }
}

/**
 * Whether an item waits for a lease, and not for its own time. A process whose clock was ahead has written times that are later than any
 * lease or retry: when the clock has been set right, its items would wait for as long as it was ahead.
 */
function isLeft(item: OutboxItem, now: number): boolean {
  const waitS = dueAt(item) - now;
  if (waitS <= LEASE_S + 1) return true;
  if (item.attempts > 0) return waitS > backoffS(item.attempts - 1);
  return !DELAYED_KINDS.includes(item.kind);
}
