const FIRST_DELAY_S = 10;
const MAX_DELAY_S = 3600;

/** The delay before the next attempt of background work, in seconds: doubles with each failure, up to an hour. */
export function backoffS(earlierFailures: number): number {
  return Math.min(MAX_DELAY_S, FIRST_DELAY_S * 2 ** earlierFailures);
}
