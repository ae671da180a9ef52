import { setTimeout as sleep } from 'node:timers/promises';
import { drainOutbox } from '../../functions/events/jobs.ts';
import { nowTs } from '../../shared/core/clock.ts';
import { positionOf } from '../../shared/core/position.ts';
import { OUTBOX_PARTITION } from '../../shared/store/outbox.ts';
import { queryItems, type Item } from '../../shared/store/table.ts';
import { restoreClock, stopClock } from './clock.ts';
import { allItems } from './table.ts';

/** What waits in the outbox, of these kinds. */
export async function waiting(...kinds: string[]): Promise<Item[]> {
  const items = await allItems();
  return items.filter(({ pk, kind }) => pk === OUTBOX_PARTITION && kinds.includes(String(kind)));
}

/** Works on what is due until nothing is. */
export async function drain(): Promise<void> {
  while ((await drainOutbox(() => true)) > 0);
}

/** What the lease of a worker that has just begun is over by, and some. */
const LEASE_S = 31;
const PATIENCE_MS = 120_000;

/**
 * What is done by whoever comes when the leases of the dead are over. The local stack's own worker may be first with some of it: it is
 * waited for. @throws Error when that takes too long
 */
export async function drainAfterLease(seconds = LEASE_S): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  stopClock(seconds);
  try {
    await drain();
    while (await someoneIsAtIt()) {
      if (performance.now() > deadline) throw new Error('A worker does not end');
      await sleep(25);
      await drain();
    }
  } finally {
    restoreClock();
  }
}

/** An item that is due within a lease is leased, or was put this moment. */
async function someoneIsAtIt(): Promise<boolean> {
  const [next] = await queryItems({ pk: OUTBOX_PARTITION, limit: 1, consistent: true });
  return next !== undefined && String(next.sk) < positionOf(nowTs() + LEASE_S, 0);
}
