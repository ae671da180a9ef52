import { TimedCache } from '../../../platform/core/cache.ts';
import { SHARDS } from './record.ts';

/** Over all shards: a tenth of what one item takes. */
export const HOT_UPDATES_A_SECOND = 100;
const WINDOW_MS = 2_000;
const HOT_UPDATES_A_BUCKET = (HOT_UPDATES_A_SECOND * (WINDOW_MS / 1000)) / SHARDS;
/** Without further updates at that rate, a post is no longer hot after this time. */
const HOT_MS = 5_000;

/**
 * The posts that are viewed more than some hundred times per second, as one process knows them. The rate is not the process's own but
 * that of all processes: the process compares the numbers of updates that a bucket had at two of its own updates.
 */
export class HotPosts {
  readonly #hot = new TimedCache<number, true>(HOT_MS);
  /** The number of updates of buckets at the beginning of a window. */
  readonly #updates = new TimedCache<string, number>(WINDOW_MS);

  has(postId: number): boolean {
    return this.#hot.get(postId) ?? false;
  }

  /** Takes note of how many updates a bucket of the post has had. */
  note(postId: number, bucket: string, updates: number): void {
    const before = this.#updates.get(bucket);
    const isRising = before !== undefined && updates - before >= HOT_UPDATES_A_BUCKET;
    if (isRising) this.#hot.set(postId, true);
    if (isRising || before === undefined) this.#updates.set(bucket, updates);
  }
}
