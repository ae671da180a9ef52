import { vi } from 'vitest';
import { drainOutbox } from '../../functions/events/jobs.ts';
import { allItems } from './table.ts';
import { OUTBOX_PARTITION } from '../../shared/store/outbox.ts';
import type { Item } from '../../shared/store/table.ts';

/** What waits in the outbox, of these kinds. */
export async function waiting(...kinds: string[]): Promise<Item[]> {
  const items = await allItems();
  return items.filter(({ pk, kind }) => pk === OUTBOX_PARTITION && kinds.includes(String(kind)));
}

/** Works on what is due until nothing is. */
export async function drain(): Promise<void> {
  while ((await drainOutbox(() => true)) > 0);
}

/** Moves the clock, not the timers. Ends with vi.useRealTimers(). */
export function later(seconds: number): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(now + seconds * 1000);
}
