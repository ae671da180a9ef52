import { nowMs, sleep } from '../../../shared/platform/core/clock.ts';

/** Timers use monotonic time, which stops while a machine sleeps, so the clock is checked each minute. */
const MAX_WAIT_MS = 60_000;

/** Calls `onDue` once per key, when the clock has reached its time, never earlier. */
export class Timers {
  readonly #onDue: (key: string) => void;
  readonly #waits = new Map<string, AbortController>();

  constructor(onDue: (key: string) => void) {
    this.#onDue = onDue;
  }

  set(key: string, dueMs: number): void {
    this.clear(key);
    const wait = new AbortController();
    this.#waits.set(key, wait);
    void this.#wait(key, dueMs, wait.signal);
  }

  clear(key: string): void {
    this.#waits.get(key)?.abort();
    this.#waits.delete(key);
  }

  close(): void {
    for (const key of [...this.#waits.keys()]) this.clear(key);
  }

  async #wait(key: string, dueMs: number, signal: AbortSignal): Promise<void> {
    try {
      do await sleep(Math.min(Math.max(dueMs - nowMs(), 0), MAX_WAIT_MS), signal);
      while (nowMs() < dueMs);
    } catch {
      // The key was cleared.
      return;
    }
    this.clear(key);
    this.#onDue(key);
  }
}
