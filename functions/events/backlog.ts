import { BACKLOG_PARTITIONS } from '../../shared/platform/store/outbox/outbox-item.ts';
import { enterChanges } from './changes.ts';
import { drainOutbox, TURN_MS } from './jobs.ts';

/** The first turn processes one batch of posts. */
const FIRST_SIZE = 25;
/** A turn processes at most two batches, which wait for the table at the same time. */
const MAX_SIZE = 50;

/** Computes the number of items for the next turn, so that a turn takes about TURN_MS both on a fast table and on a throttled one. */
export function nextTurnSize(size: number, tookMs: number): number {
  if (tookMs > 2 * TURN_MS) return Math.max(1, Math.floor(size / 2));
  return tookMs < TURN_MS / 2 ? Math.min(MAX_SIZE, size * 2) : size;
}

/**
 * A worker's share of the backlog. The worker processes it in turns of about a second, and looks for other jobs before each of them. So
 * other jobs wait for a turn at most, and the backlog waits for one round of other jobs.
 */
export class Backlog {
  readonly #partitions: readonly string[];
  #size = FIRST_SIZE;
  #at = 0;
  /** Whether the last turn found items, so that the next one probably does too. */
  hasMore = false;

  constructor(partitions: readonly string[]) {
    this.#partitions = partitions;
  }

  /** Processes some due items of the first partition that has any; the next turn begins with the partition after it. @returns their number */
  async takeTurn(mayGoOn: () => boolean): Promise<number> {
    const inTurn = [...this.#partitions.slice(this.#at), ...this.#partitions.slice(0, this.#at)];
    for (const partition of inTurn) {
      this.#at = (this.#at + 1) % inTurn.length;
      const began = performance.now();
      const count = await drainOutbox(mayGoOn, partition, this.#size);
      this.hasMore = count > 0;
      if (count === 0) continue;
      this.#size = nextTurnSize(this.#size, performance.now() - began);
      return count;
    }
    return 0;
  }
}

/** Processes the due items of the outbox, and then a turn of the backlog. @returns the number of processed items */
export async function drainWithBacklog(backlog: Backlog, mayGoOn: () => boolean): Promise<number> {
  return (await drainOutbox(mayGoOn)) + (await backlog.takeTurn(mayGoOn));
}

/** Enters changes into the feed, and processes due items of the outbox and of each partition of the backlog once. @returns their number */
export async function drainEach(mayGoOn: () => boolean): Promise<number> {
  await enterChanges();
  let count = await drainOutbox(mayGoOn);
  for (const partition of BACKLOG_PARTITIONS) count += await new Backlog([partition]).takeTurn(mayGoOn);
  return count;
}
