import { sleep } from '../core/clock.ts';
import { Unavailable } from '../core/errors.ts';

/** Somebody else wrote first: the whole attempt, from its reads on, is to be made again. Where nobody does so, it is Unavailable. */
export class Contention extends Unavailable {
  constructor(reason: string, options?: ErrorOptions) {
    super(options);
    this.message = reason;
  }
}

/** Under the gateway's 30 s, with room for the last attempt. */
const PATIENCE_MS = 20_000;
const MAX_PAUSE_MS = 8_000;
/** In attempts: beyond this, spreading out further saves fewer attempts than it costs time. */
const MAX_SPREAD = 25;

/** Waits a random time that doubles in range with each attempt. */
export async function pause(attempt: number): Promise<void> {
  await sleep(Math.random() * Math.min(500, 10 * 2 ** attempt));
}

/**
 * The one retry loop of optimistic writes: runs `attempt` until it ends other than by Contention. Competitors spread out over a
 * time that doubles with each attempt, measured in the duration of the attempt itself: when everything is slow, the same number
 * of competitors needs as many times longer to get through one by one.
 * @throws Unavailable when contention outlasts our patience.
 */
export async function retryContended<T>(attempt: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  // Not the service's clock, which tests stop: patience must end all the same.
  const deadline = performance.now() + patienceMs;
  for (let count = 1; ; count++) {
    const began = performance.now();
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Contention)) throw error;
      const left = deadline - performance.now();
      if (left < 0) throw new Unavailable({ cause: error });
      const spread = (performance.now() - began) * Math.min(MAX_SPREAD, 2 ** count);
      await sleep(Math.min(Math.random() * Math.min(MAX_PAUSE_MS, spread), left));
    }
  }
}
