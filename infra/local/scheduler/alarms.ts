// Timers count monotonic time, which stands still while a machine sleeps, and hold 2^31 ms at most:
// waking each minute to look at the clock takes care of both.
const LONGEST_WAIT_MS = 60_000;

/** One alarm per key, rung when the clock (`now`, epoch ms) has reached its time, never earlier. */
export class Alarms {
  readonly #now: () => number;
  readonly #ring: (key: string) => void;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(now: () => number, ring: (key: string) => void) {
    this.#now = now;
    this.#ring = ring;
  }

  set(key: string, dueMs: number): void {
    this.clear(key);
    const waitMs = Math.min(Math.max(dueMs - this.#now(), 0), LONGEST_WAIT_MS);
    this.#timers.set(
      key,
      setTimeout(() => {
        this.clear(key);
        if (this.#now() < dueMs) this.set(key, dueMs);
        else this.#ring(key);
      }, waitMs),
    );
  }

  clear(key: string): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
  }

  close(): void {
    for (const key of [...this.#timers.keys()]) this.clear(key);
  }
}
