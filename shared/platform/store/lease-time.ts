import { nowMs } from '../core/clock.ts';

/** Synchronized clocks differ by less than this. */
const MAX_SKEW_MS = 10_000;

/** No process from before this time is alive. In milliseconds since 1970. */
let aloneSinceMs = 0;

/**
 * Declares that no process that ran before now is alive, so that its leases are taken over at once instead of when they end. Only
 * for a process that has the table to itself: on AWS the holder of a lease is another function, which may be alive.
 */
export function abandonEarlierLeases(): void {
  aloneSinceMs = nowMs();
}

/**
 * Computes which leases of a length are over, in milliseconds since 1970. A lease that ends before `before` is over because its time has passed
 * or its process is dead. One that ends after `after` is over because it was taken while the clock was ahead, and the clock has been corrected
 * since. The writes of each lease have conditions, so that even a wrong result cannot let two holders write.
 */
function leaseTime(lengthMs: number, now = nowMs()): { before: number; after: number } {
  return { before: Math.max(now, aloneSinceMs + lengthMs), after: now + lengthMs + MAX_SKEW_MS };
}

/** Whether a lease of a length that ends at `endMs` is over. */
export function isLeaseOver(endMs: number, lengthMs: number, now = nowMs()): boolean {
  const { before, after } = leaseTime(lengthMs, now);
  return endMs < before || endMs > after;
}

/** The values of a condition `#until < :before OR #until > :after` on a time in Unix seconds. */
export function leaseTimeValues(lengthS: number): { ':before': number; ':after': number } {
  const { before, after } = leaseTime(lengthS * 1000);
  return { ':before': before / 1000, ':after': after / 1000 };
}
