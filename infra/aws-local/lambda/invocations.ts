import { sleep } from '../../../shared/platform/core/clock.ts';

/** Lambda's delays before the two retries of a failed asynchronous invocation. */
const RETRY_DELAYS_MS = [60_000, 120_000];

export interface InvocationOptions {
  /** Runs the function with the event. */
  run: (event: string) => Promise<void>;
  /** Receives an event whose attempts have all failed, like a failure destination. */
  onFailure: (event: string, error: unknown) => void;
}

/**
 * Asynchronous invocation of one Lambda function. An event is accepted at once; its sender does not learn the result. Events are
 * kept in memory: the accepted events of a stopped process are lost, which AWS does not exclude either.
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

  /** Starts no further attempt, and waits for those that run. */
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
