import { nowMs, nowTs } from '../core/clock.ts';

/** No process that ran before this time is alive, in milliseconds since 1970. */
let aloneSinceMs = 0;

/**
 * Declares that no process that ran before now is alive, so that its leases are taken over at once instead of when they end. Only
 * for a process that has the table to itself: on AWS the holder of a lease is another function, which may be alive. Each lease's writes
 * keep their conditions, so that even a wrong declaration cannot make two holders write.
 */
export function abandonEarlierLeases(): void {
  aloneSinceMs = nowMs();
}

/** The holders of leases of this length that end before the returned time, in milliseconds since 1970, are dead. */
export function abandonedBefore(lengthMs: number): number {
  return aloneSinceMs + lengthMs;
}

/** Leases of this length in seconds that end before the returned time, in Unix seconds, are over. */
export function endedBefore(lengthS: number): number {
  return Math.max(nowTs(), abandonedBefore(lengthS * 1000) / 1000);
}
