import * as v from 'valibot';
import { nowTs } from '../../core/clock.ts';
import { makePosition } from '../../values/position.ts';
import { backoffS } from '../retry.ts';
import { queryItems } from '../table.ts';
import { CLEANUP, dueAt, FILE_CLEANUP, LEASE_S, OUTBOX_PARTITIONS, OutboxItem } from './outbox-item.ts';
import { makeDueNow, MAX_MOVED } from './outbox.ts';

/** Their jobs are put for a later time: early, they would leave behind the objects that they are to delete. */
const DELAYED_KINDS: readonly string[] = [CLEANUP, FILE_CLEANUP];

/**
 * Makes due at once what the processes before this one had leased. Only for a process that has the table to itself. Failed items that are
 * due within a lease's time cannot be told apart and come early.
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
