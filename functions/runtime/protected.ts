import { PROTECTION } from '../../shared/platform/http/protection.ts';
import type { HttpResult } from '../../shared/platform/http/event.ts';

/** Adds the headers of every answer to those of a function: its outermost part, so that no answer and no error goes without them. */
export function withProtection<Args extends unknown[]>(
  answer: (...args: Args) => Promise<HttpResult>,
): (...args: Args) => Promise<HttpResult> {
  return async (...args) => {
    const result = await answer(...args);
    return { ...result, headers: { ...PROTECTION, ...result.headers } };
  };
}
