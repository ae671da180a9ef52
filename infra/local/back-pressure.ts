import { setTimeout } from 'node:timers/promises';

/** Jobs that have waited for less time than this delay no write. */
const FREE_LAG_S = 5;
/** The delay of a write for each further second. */
const DELAY_MS_PER_S = 100;
const MAX_DELAY_MS = 1_000;

/**
 * Delays writes while the jobs of earlier ones wait for long. On this machine the outbox worker shares the processor with requests, so
 * that clients which write as fast as they can would postpone the search index until they end. The delay slows
 * them down to the speed of the index, so that the jobs of a write wait for less than half a minute. Bursts of some seconds are not delayed.
 */
export class BackPressure {
  readonly #sleep: (ms: number) => Promise<unknown>;
  #lagS = 0;

  constructor(sleep = (ms: number): Promise<unknown> => setTimeout(ms, undefined, { ref: false })) {
    this.#sleep = sleep;
  }

  /** How long the oldest due job has been waiting, in seconds. */
  get lagS(): number {
    return this.#lagS;
  }

  /** @param lagS how long the oldest due job has been waiting, in seconds */
  setLag(lagS: number): void {
    this.#lagS = lagS;
  }

  /** Resolves when a write may begin. */
  async delayWrite(): Promise<void> {
    const ms = Math.min(MAX_DELAY_MS, (this.#lagS - FREE_LAG_S) * DELAY_MS_PER_S);
    if (ms > 0) await this.#sleep(ms);
  }
}
