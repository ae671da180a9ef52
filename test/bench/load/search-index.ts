import type { Bucket } from './bucket.ts';
import { OUTBOX_UNITS_DONE } from './demand.ts';
import { INDEXED_A_SECOND } from './limits.ts';

/** Posts saved in one second, and the write units that each needs in the index. */
interface Waiting {
  since: number;
  posts: number;
  units: number;
}

/** A queue of posts to index, oldest first. Its workers use the table capacity that requests leave. */
export class SearchIndex {
  readonly #table: Bucket;
  readonly #outbox: Bucket;
  readonly #aSecond: number;
  readonly #waiting: Waiting[] = [];
  /** The longest time that a post waited for the index. */
  longestS = 0;

  /** @param aSecond how many posts the workers index per second; by default one worker */
  constructor(table: Bucket, outbox: Bucket, aSecond = INDEXED_A_SECOND) {
    this.#table = table;
    this.#outbox = outbox;
    this.#aSecond = aSecond;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  add(since: number, posts: number, units = 0): void {
    if (posts > 0 && units > 0) this.#waiting.push({ since, posts, units });
  }

  work(second: number): void {
    let left = this.#aSecond;
    while (left > 0) {
      const [first] = this.#waiting;
      if (!first) return;
      const room = Math.min(left, this.#table.tokens / first.units, this.#outbox.tokens / OUTBOX_UNITS_DONE);
      const done = Math.min(first.posts, Math.max(0, room));
      this.#table.take(done * first.units);
      this.#outbox.take(done * OUTBOX_UNITS_DONE);
      this.longestS = Math.max(this.longestS, second - first.since + 1);
      left -= done;
      if (done < first.posts) {
        first.posts -= done;
        return;
      }
      this.#waiting.shift();
    }
  }
}
