const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

/** A server may ask for more patience than our own schedule has, but not for so much that the run seems dead. */
const LONGEST_REQUESTED_MS = 300_000;

/**
 * Milliseconds to wait before the next try. `attempt` counts from 1; `retryAfter` is the header of the answer,
 * in seconds or as a date. Without one the delay doubles, with jitter so that parallel requests spread.
 */
export function retryDelay(attempt: number, retryAfter: string | null, now: number = Date.now()): number {
  const requested = retryAfter === null ? undefined : parseRetryAfter(retryAfter, now);
  if (requested !== undefined) return Math.min(Math.max(requested, 0), LONGEST_REQUESTED_MS);
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
  return delay * (0.5 + Math.random() / 2);
}

function parseRetryAfter(header: string, now: number): number | undefined {
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : date - now;
}
