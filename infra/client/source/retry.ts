import { ApiError, ConnectionError } from './errors.ts';

/** The limits of retries. */
export interface RetryOptions {
  /** The maximum number of requests. */
  attempts?: number;
  /** No attempt begins later than this after the first. */
  forMs?: number;
}

const DEFAULTS = { attempts: 6, forMs: 60_000 };
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/** When another host failed, a retry rarely helps, so there are fewer attempts. */
const UPSTREAM_ATTEMPTS = 3;
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Retries work that fails without an answer or because the service is overloaded.
 * @param isRepeatable whether repeating the work is harmless; otherwise it is retried only where it certainly was not done
 * @throws the error of the last attempt, or the signal's reason
 */
export async function withRetries<T>(
  work: () => Promise<T>,
  { attempts, forMs }: RetryOptions,
  { isRepeatable, signal }: { isRepeatable: boolean; signal: AbortSignal | undefined },
): Promise<T> {
  const deadline = Date.now() + (forMs ?? DEFAULTS.forMs);
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      const most = Math.min(attempts ?? DEFAULTS.attempts, attemptsAfter(error, isRepeatable));
      const delay = delayAfter(error, attempt);
      if (attempt >= most || Date.now() + delay > deadline) throw error;
      await pause(delay, signal);
    }
  }
}

function attemptsAfter(error: unknown, isRepeatable: boolean): number {
  if (error instanceof ConnectionError) return isRepeatable ? Infinity : 1;
  if (!(error instanceof ApiError)) return 1;
  if (!isRepeatable) return error.status === 429 ? Infinity : 1;
  if (error.code.startsWith('upstream_')) return UPSTREAM_ATTEMPTS;
  return RETRIED.has(error.status) || error.code === 'idempotency_in_progress' ? Infinity : 1;
}

/** The delay that the service asks for; otherwise exponential backoff with jitter. */
function delayAfter(error: unknown, attempt: number): number {
  if (error instanceof ApiError && error.retryAfter !== null) return error.retryAfter;
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS);
  return delay * (0.5 + Math.random() / 2);
}

/** @throws the signal's reason as soon as it is aborted */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>(resolve => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
  signal?.throwIfAborted();
}
