import { sleep } from '../../shared/core/clock.ts';

/** How long Lambda waits before each of its two retries of an event whose function failed. */
const RETRY_DELAYS_MS = [60_000, 120_000];

export interface InvocationOptions {
  /** Runs the function on an event. */
  run: (event: string) => Promise<void>;
  /** Takes an event that failed in every attempt, as the function's destination for failures does. */
  onFailure: (event: string, error: unknown) => void;
}

/**
 * Lambda's asynchronous invocation of one function. An event is accepted at once, and its sender never learns what becomes of it.
 * Events wait in memory: those that a stopped process had accepted are lost, which is the worst that can happen to them in AWS too.
 */
export class AsyncInvocations {
  readonly #options: InvocationOptions;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(options: InvocationOptions) {
    this.#options = options;
  }

  accept(event: string): void {
    const run = this.#attempt(event).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Makes no further attempt, and waits for those that run. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running);
  }

  async #attempt(event: string): Promise<void> {
    for (const delayMs of [...RETRY_DELAYS_MS, undefined]) {
      if (this.#isClosed()) return;
      try {
        await this.#options.run(event);
        return;
      } catch (error) {
        if (this.#isClosed()) return;
        if (delayMs === undefined) this.#options.onFailure(event, error);
        else await sleep(delayMs, this.#closing.signal).catch(() => undefined);
      }
    }
  }

  #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }
}
