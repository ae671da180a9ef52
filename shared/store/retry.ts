import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../http/errors.ts';

/** Somebody else wrote first: the whole attempt, from its reads on, is to be made again. */
export class Contention extends Error {}

/** Under the gateway's 30 s, with room for the last attempt. */
const PATIENCE_MS = 20_000;
const LONGEST_PAUSE_MS = 500;

/** Waits a random time that doubles in range with each attempt, so that competitors spread out. */
export async function pause(attempt: number): Promise<void> {
  await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 10 * 2 ** attempt));
}

/**
 * The one retry loop of optimistic writes: runs `attempt` until it ends other than by Contention.
 * @throws Unavailable when contention outlasts our patience.
 */
export async function retryContended<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Contention)) throw error;
      if (Date.now() > deadline) throw new Unavailable({ cause: error });
      await pause(count);
    }
  }
}
