import { nowMs } from '../../platform/core/clock.ts';
import { TooManyRequests } from '../../platform/core/errors.ts';
import { logError } from '../../platform/log/log.ts';
import { site } from '../../platform/site/site.ts';
import type { RateBudget } from '../../platform/http/event.ts';
import { addToCount } from '../../platform/store/counter.ts';
import { itemKey } from '../../platform/store/item-key.ts';

const WINDOW_S = 60;

export const rateKey = itemKey('RATE#<key>#<minute>', 'requests', 'requests in a minute', 2 * WINDOW_S);

/**
 * Counts a request of a key where the site has a limit (`limits.requestsPerMinute`). pk `RATE#<key's id>#<minute>`, sk `requests`: one
 * counter per minute, incremented before the request runs, so that the limit is exact across all functions. If counting fails, the
 * request passes, because the limit is there to protect the service and must not make it fail.
 * @returns how many requests remain, a negative number beyond the limit; undefined without a limit
 */
export async function countRequest(keyId: number, now = nowMs()): Promise<RateBudget | undefined> {
  const limit = site().limits.requestsPerMinute;
  if (limit === undefined) return undefined;
  const minute = Math.floor(now / 1000 / WINDOW_S);
  const endS = (minute + 1) * WINDOW_S;
  try {
    const count = await addToCount(rateKey(keyId, minute), 1, endS + WINDOW_S);
    return { limit, windowS: WINDOW_S, remaining: limit - count, resetS: Math.ceil(endS - now / 1000) };
  } catch (error) {
    logError('request not counted', error);
    return undefined;
  }
}

/** @throws TooManyRequests */
export function requireBudget(budget: RateBudget | undefined): void {
  if (budget && budget.remaining < 0) throw new TooManyRequests(budget);
}
