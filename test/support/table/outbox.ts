import { setTimeout as sleep } from 'node:timers/promises';
import { drainEach } from '../../../functions/events/backlog.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { makePosition } from '../../../shared/platform/values/position.ts';
import { OUTBOX_PARTITIONS } from '../../../shared/platform/store/outbox/outbox-item.ts';
import { queryItems, type Item } from '../../../shared/platform/store/table.ts';
import { restoreClock, stopClock } from '../time/clock.ts';
import { HANGS_AFTER_MS } from '../run/patience.ts';
import { allItems } from './table.ts';

/** The outbox items of these kinds. */
export async function waiting(...kinds: string[]): Promise<Item[]> {
  const items = await allItems();
  return items.filter(
    ({ pk, kind }) => OUTBOX_PARTITIONS.includes(String(pk)) && kinds.includes(String(kind)),
  );
}

/** Processes due items until none is left. */
export async function drain(): Promise<void> {
  while ((await drainEach(() => true)) > 0);
}

/** A little longer than the lease of a worker. */
const LEASE_S = 31;

/**
 * Processes the outbox after the leases of dead workers have expired. The local stack's own worker may take some items first; this
 * waits for it. @throws Error when that takes too long
 */
export async function drainAfterLease(seconds = LEASE_S): Promise<void> {
  const deadline = performance.now() + HANGS_AFTER_MS;
  stopClock(seconds);
  try {
    await drain();
    while (await isOutboxLeased()) {
      if (performance.now() > deadline) throw new Error('A worker does not end');
      await sleep(25);
      await drain();
    }
  } finally {
    restoreClock();
  }
}

/** True if an item is due within a lease: a worker has leased it, or a request has just put it. */
async function isOutboxLeased(): Promise<boolean> {
  const firsts = await Promise.all(
    OUTBOX_PARTITIONS.map(pk => queryItems({ pk, limit: 1, consistent: true })),
  );
  return firsts.flat().some(({ sk }) => String(sk) < makePosition(nowTs() + LEASE_S, 0));
}
