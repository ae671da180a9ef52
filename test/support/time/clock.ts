import { setTimeout as wait } from 'node:timers/promises';
import { nowMs, type Clock } from '../../../shared/platform/core/clock.ts';

interface Sleeper {
  dueMs: number;
  timer: NodeJS.Timeout;
  wake: () => void;
}

/** From this duration on, sleeps are time-outs and periods. */
const LONG_MS = 5000;
const HOUR_S = 3600;
const MIN_LEFT_S = 600;
const HURRY_MS = 10_000;
/** The longest time that a timer of Node.js can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** How much slower the time for repeated attempts passes. */
let patience = 1;

/** The latest time that the clock was moved to. */
let latestMs = 0;

/**
 * The service's clock, which a test moves or stops. A sleep ends when the clock is advanced past its end, or after its duration in
 * real time, so that a test that does not advance the clock never hangs.
 */
class MovableClock implements Clock {
  /** The milliseconds by which it is ahead of the computer's clock. */
  #aheadMs = 0;
  /** The moment at which the clock is stopped; undefined while it runs. */
  #stoppedMs: number | undefined;
  readonly #sleepers = new Set<Sleeper>();
  #shortens = false;
  #holds = false;

  nowMs(): number {
    return this.#stoppedMs ?? Date.now() + this.#aheadMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>(wake => {
      const sleeper = {
        dueMs: this.nowMs() + ms,
        timer: setTimeout(() => end(), this.#realMs(ms)),
        wake: () => end(),
      };
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

  shortenSleeps(): void {
    this.#shortens = true;
  }

  elapsedMs(): number {
    return performance.now() / patience;
  }

  holdLongSleeps(): void {
    this.#holds = true;
  }

  #realMs(ms: number): number {
    if (this.#holds && ms >= LONG_MS) return MAX_TIMER_MS;
    return this.#shortens && ms <= 1000 ? Math.min(ms, 5) : ms;
  }

  stopAt(ms: number): void {
    this.#stoppedMs = ms;
    latestMs = Math.max(latestMs, ms);
  }

  advance(ms: number): void {
    if (this.#stoppedMs === undefined) this.#aheadMs += ms;
    else this.#stoppedMs += ms;
    latestMs = Math.max(latestMs, this.nowMs());
    this.#wakeSleepers();
  }

  /** The time at which the next sleep ends, in milliseconds since 1970; Infinity without sleeps. */
  nextWakeMs(): number {
    return Math.min(...[...this.#sleepers].map(({ dueMs }) => dueMs));
  }

  /** Ends the sleeps that are due, and shortens the others. */
  #wakeSleepers(): void {
    for (const sleeper of [...this.#sleepers].sort((one, other) => one.dueMs - other.dueMs)) {
      clearTimeout(sleeper.timer);
      sleeper.timer = setTimeout(sleeper.wake, sleeper.dueMs - this.nowMs());
    }
  }
}

/** The clock may be of another copy of this module: each test file loads its own, and the first one is set before. */
function isMovable(clock: Clock | undefined): clock is MovableClock {
  return clock !== undefined && 'advance' in clock;
}

function movable(): MovableClock {
  if (isMovable(globalThis.broadsheetClock)) return globalThis.broadsheetClock;
  const clock = new MovableClock();
  globalThis.broadsheetClock = clock;
  return clock;
}

/** Gives the requests of this file many times as long for repeated attempts: a slow machine is no contention. */
export function setPatience(factor: number): void {
  patience = factor;
  restoreClock();
}

/** Moves the service's clock ahead and ends the sleeps that it passes. The clock then stays running or stopped. */
export function advanceClock(seconds: number): void {
  movable().advance(seconds * 1000);
}

/** Moves a clock that shows the last ten minutes of an hour into the next one, for a test during which no hour may end. */
export function keepHour(): void {
  const leftS = HOUR_S - (Math.floor(nowMs() / 1000) % HOUR_S);
  if (leftS <= MIN_LEFT_S) advanceClock(leftS);
}

/** The time at which the next sleep of the service ends, in milliseconds since 1970; Infinity without sleeps. */
export function nextWakeMs(): number {
  return movable().nextWakeMs();
}

/** Stops the service's clock at this moment, in milliseconds since 1970, without ending sleeps. */
export function stopClockAt(ms: number): void {
  movable().stopAt(ms);
}

/** Stops the service's clock this many seconds ahead of its current time, without ending sleeps. */
export function stopClock(aheadS = 0): void {
  stopClockAt(nowMs() + aheadS * 1000);
}

/** Does the work while the service's clock stands at a time in Unix seconds, and then restores the clock. */
export async function atTime<T>(ts: number, work: () => Promise<T>): Promise<T> {
  stopClockAt(ts * 1000);
  try {
    return await work();
  } finally {
    restoreClock();
  }
}

/** Whether the clock was set back, from a time that has not come yet. */
export function isSetBack(): boolean {
  return nowMs() < latestMs;
}

/** Returns to the latest time that this file moved the clock to, unless it is later already. */
export function stopClockAtLatest(): void {
  stopClockAt(Math.max(latestMs, nowMs()));
}

/** Ends sleeps of up to a second, as between two polls after 5 ms. Time-outs are longer and stay as they are. */
export function shortenSleeps(): void {
  movable().shortenSleeps();
}

/** From now on, sleeps of five seconds and more end only when the clock is advanced, so that no time-out ends on a slow machine. */
export function holdLongSleeps(): void {
  movable().holdLongSleeps();
}

/**
 * Ends every sleep at once, but those with a signal: a loop in the background, such as the engines' sweep, would otherwise never let go
 * of the process. @returns the durations of the sleeps from now on, in milliseconds
 */
export function recordSleeps(): number[] {
  const sleeps: number[] = [];
  globalThis.broadsheetClock = {
    nowMs: () => Date.now(),
    sleep: async (ms, signal) => {
      if (signal) await wait(ms, undefined, { signal, ref: false });
      else sleeps.push(Math.round(ms));
    },
  };
  return sleeps;
}

/** Lets ten seconds pass with each look at the time for repeated attempts, which therefore end soon. */
export function hurryAttempts(): void {
  let passedMs = 0;
  movable().elapsedMs = () => (passedMs += HURRY_MS);
}

/** Lets no time pass but by sleeps, each of which ends at once, and by `pass`. Loops in the background keep the computer's time. */
export function countTime(): { elapsedMs: () => number; pass: (ms: number) => void } {
  let passedMs = 0;
  const began = nowMs();
  const pass = (ms: number): void => void (passedMs += ms);
  const elapsedMs = (): number => passedMs;
  globalThis.broadsheetClock = {
    nowMs: () => began + passedMs,
    elapsedMs,
    sleep: async (ms, signal) => {
      if (signal) await wait(ms, undefined, { signal, ref: false });
      else pass(ms);
    },
  };
  return { elapsedMs, pass };
}

/** Returns the service to the computer's time. Sleeps that began before end as planned. */
export function restoreClock(): void {
  globalThis.broadsheetClock = new MovableClock();
}
