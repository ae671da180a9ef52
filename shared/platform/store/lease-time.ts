import { nowMs } from '../core/clock.ts';

/** Right clocks differ by less. */
const MAX_SKEW_MS = 10_000;

/** No process that ran before this time is alive, in milliseconds since 1970. */
let aloneSinceMs = 0;

/**
 * Declares that no process that ran before now is alive, so that its leases are taken over at once instead of when they end. Only
 * for a process that has the table to itself: on AWS the holder of a lease is another function, which may be alive.
 */
export function abandonEarlierLeases(): void {
  aloneSinceMs = nowMs();
}

/**
 * Which leases of a length are over, in milliseconds since 1970: those that end before `before`, because their time has passed or their
 * process is dead, and those that end after `after`, because a clock took them that was ahead and has been set right since. Each lease's
 * writes keep their conditions, so that even a wrong judgement cannot make two holders write.
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
