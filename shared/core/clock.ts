import { setTimeout as wait } from 'node:timers/promises';

/** Where the application takes its time from. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  nowMs(): number;
  /** Resolves after this time. @throws the signal's AbortError as soon as it is aborted */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

declare global {
  /**
   * Set by tests only. A global, because each bundled function holds its own copy of this module, and one test must be able to
   * move the time of all of them.
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

/** Unix seconds, UTC. */
export function nowTs(): number {
  return Math.floor(nowMs() / 1000);
}

/** Resolves after this time. @throws the signal's AbortError as soon as it is aborted */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return clock().sleep(ms, signal);
}
