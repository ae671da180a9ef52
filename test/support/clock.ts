import { nowMs, type Clock } from '../../shared/core/clock.ts';

interface Sleeper {
  dueMs: number;
  timer: NodeJS.Timeout;
  wake: () => void;
}

/**
 * The service's clock, which a test moves or stops. Sleeps end when the clock is advanced past their end. They also end after as much
 * real time, so that what waits for a moment in a test which advances nothing is not stuck.
 */
class MovableClock implements Clock {
  /** Ahead of the computer's clock by this. */
  #aheadMs = 0;
  /** Where the clock stands still; undefined: it runs. */
  #stoppedMs: number | undefined;
  readonly #sleepers = new Set<Sleeper>();

  nowMs(): number {
    return this.#stoppedMs ?? Date.now() + this.#aheadMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>(wake => {
      const sleeper = { dueMs: this.nowMs() + ms, timer: setTimeout(() => end(), ms), wake: () => end() };
      const end = (): void => {
        clearTimeout(sleeper.timer);
        signal?.removeEventListener('abort', end);
        this.#sleepers.delete(sleeper);
        wake();
      };
      signal?.addEventListener('abort', end);
      this.#sleepers.add(sleeper);
    });
    signal?.throwIfAborted();
  }

  stopAt(ms: number): void {
    this.#stoppedMs = ms;
  }

  advance(ms: number): void {
    if (this.#stoppedMs === undefined) this.#aheadMs += ms;
    else this.#stoppedMs += ms;
    this.#wakeSleepers();
  }

  /** Those who still sleep have so much less to wait. */
  #wakeSleepers(): void {
    for (const sleeper of [...this.#sleepers].sort((one, other) => one.dueMs - other.dueMs)) {
      clearTimeout(sleeper.timer);
      sleeper.timer = setTimeout(sleeper.wake, sleeper.dueMs - this.nowMs());
    }
  }
}

function movable(): MovableClock {
  if (globalThis.broadsheetClock instanceof MovableClock) return globalThis.broadsheetClock;
  const clock = new MovableClock();
  globalThis.broadsheetClock = clock;
  return clock;
}

/** Moves the clock of the service ahead, and ends the sleeps that it passes. It goes on running, or standing still, from there. */
export function advanceClock(seconds: number): void {
  movable().advance(seconds * 1000);
}

/** Stops the clock of the service at this moment, in milliseconds since 1970. Sleeps are not ended by it. */
export function stopClockAt(ms: number): void {
  movable().stopAt(ms);
}

/** Stops the clock of the service this many seconds from its now. Sleeps are not ended by it. */
export function stopClock(aheadS = 0): void {
  stopClockAt(nowMs() + aheadS * 1000);
}

/** From here on the service has the computer's time again. Sleeps that began before end as they would have. */
export function restoreClock(): void {
  globalThis.broadsheetClock = undefined;
}
