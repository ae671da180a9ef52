import { HOUR_S } from '../core/durations.ts';
import { elapsedMs, sleep } from '../core/clock.ts';
import { Unavailable } from '../core/errors.ts';

/** A concurrent write was first: repeat the whole attempt, including its reads. Clients see it as Unavailable. */
export class Contention extends Unavailable {
  constructor(reason: string, options?: ErrorOptions) {
    super(options);
    this.message = reason;
  }
}

/** Attempts are repeated for this time. It leaves the last attempt enough of the gateway's limit of 30 s. */
export const PATIENCE_MS = 20_000;
const MAX_PAUSE_MS = 8_000;
/** The largest spread, as a multiple of an attempt's duration. A larger one costs more time than the conflicts that it avoids. */
const MAX_SPREAD = 25;

/** Waits a random time whose range doubles with each attempt. */
export async function pause(attempt: number): Promise<void> {
  await sleep(Math.random() * Math.min(500, 10 * 2 ** attempt));
}

/**
 * The retry loop of optimistic writes: repeats `attempt` on Contention. Competitors spread over a time that doubles with each attempt and
 * is measured in the attempt's own duration, because a slow system needs proportionally longer to let the same number of them through.
 * @throws Unavailable when contention lasts longer than `patienceMs`
 */
export async function retryContended<T>(attempt: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const deadline = elapsedMs() + patienceMs;
  for (let count = 1; ; count++) {
    const began = performance.now();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Contention)) throw error;
      const left = deadline - elapsedMs();
      if (left < 0) throw new Unavailable({ cause: error });
      const spread = (performance.now() - began) * Math.min(MAX_SPREAD, 2 ** count);
      await sleep(Math.min(Math.random() * Math.min(MAX_PAUSE_MS, spread), left));
    }
  }
}

const FIRST_DELAY_S = 10;
const MAX_DELAY_S = HOUR_S;

/** Returns the delay before the next attempt of background work, in seconds. It doubles with each failure, up to an hour. */
export function backoffS(earlierFailures: number): number {
  return Math.min(MAX_DELAY_S, FIRST_DELAY_S * 2 ** earlierFailures);
}
