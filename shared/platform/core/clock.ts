import { setTimeout as wait } from 'node:timers/promises';

/** The application's source of time. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  nowMs(): number;
  /** Resolves after the given time. @throws AbortError when the signal aborts */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** The time for `elapsedMs`; the computer's by default. */
  elapsedMs?(): number;
}

declare global {
  /**
   * Only tests set it. It is global because each bundled function has its own copy of this module, and a test must move the time of all
   * of them.
   */
  var broadsheetClock: Clock | undefined;
}

const SYSTEM: Clock = {
  nowMs: () => Date.now(),
  sleep: (ms, signal) => wait(ms, undefined, signal && { signal }),
};

function clock(): Clock {
  return globalThis.broadsheetClock ?? SYSTEM;
}

/** Milliseconds since 1970, UTC. */
export function nowMs(): number {
  return clock().nowMs();
}

/**
 * Milliseconds since some moment, for limits on how long a request tries something. It goes on while a test has stopped the clock, so that
 * every attempt ends, but slower in tests, whose machine may be slow.
 */
export function elapsedMs(): number {
  return clock().elapsedMs?.() ?? performance.now();
}

/** Unix seconds, UTC. */
export function nowTs(): number {
  return Math.floor(nowMs() / 1000);
}

/** Resolves after the given time. @throws AbortError when the signal aborts */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return clock().sleep(ms, signal);
}

/** Aborts `signal` after this time, unless `stop` is called first. */
export function startTimeout(ms: number): { readonly signal: AbortSignal; readonly stop: () => void } {
  const timeout = new AbortController();
  const waiting = new AbortController();
  sleep(ms, waiting.signal).then(
    () => timeout.abort(new DOMException('The time is over', 'TimeoutError')),
    () => undefined,
  );
  return { signal: timeout.signal, stop: () => waiting.abort() };
}
