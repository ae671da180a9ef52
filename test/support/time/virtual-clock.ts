import type { Clock } from '../../../shared/platform/core/clock.ts';

/** Times are multiples of it, so that many sleeps share a step. */
const STEP_MS = 5;
/** Turns of the event loop without other work, after which only the clock is waited for. */
const QUIET_TURNS = 4;

/** A clock that stands still while anything is computed, so that times depend on neither the machine's speed nor its load. */
export class VirtualClock implements Clock {
  readonly #began = Date.now();
  #elapsed = 0;
  readonly #sleepers = new Map<number, (() => void)[]>();

  nowMs(): number {
    return this.#began + this.#elapsed;
  }

  elapsedMs(): number {
    return this.#elapsed;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const due = this.#elapsed + Math.max(1, Math.ceil(ms / STEP_MS)) * STEP_MS;
    await new Promise<void>(wake => {
      this.#sleepers.set(due, [...(this.#sleepers.get(due) ?? []), wake]);
      signal?.addEventListener('abort', () => wake(), { once: true });
    });
    signal?.throwIfAborted();
  }

  /** Advances to the next end of a sleep whenever nothing else is left to do. */
  async drive<T>(work: () => Promise<T>, isIdle: () => boolean): Promise<T> {
    const state = { isDone: false };
    const result = work().finally(() => {
      state.isDone = true;
    });
    result.catch(() => undefined);
    for (;;) {
      for (let turns = 0; turns < QUIET_TURNS; turns = isIdle() ? turns + 1 : 0)
        await new Promise(resolve => setImmediate(resolve));
      if (state.isDone) return await result;
      const next = Math.min(...this.#sleepers.keys());
      if (next === Infinity) continue;
      this.#elapsed = next;
      const due = this.#sleepers.get(next) ?? [];
      this.#sleepers.delete(next);
      for (const wake of due) wake();
    }
  }
}
