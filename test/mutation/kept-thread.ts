import { ThreadsPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node';

type Listener = (argument: unknown) => void;

/** A mutant may leave timers and connections open, so a thread is replaced after this many runs. */
const MAX_RUNS = 100;

/** The thread that waits for the next run. A process of Stryker tests one mutant at a time. */
let waiting: { thread: ThreadsPoolWorker; runs: number } | undefined;

/**
 * Runs tests in a thread that stays alive between mutants and keeps Node.js and the packages loaded, as a worker of the ordinary suite
 * does between test files. Vitest itself ends a thread with each run, which would cost most of a mutant's time.
 */
export class KeptThread implements PoolWorker {
  readonly name = 'kept-thread';
  readonly #options: PoolOptions;
  readonly #listeners: [event: string, listener: Listener][] = [];
  #thread: ThreadsPoolWorker | undefined;
  #runs = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { thread, runs } = waiting ?? { thread: new ThreadsPoolWorker(this.#options), runs: 0 };
    waiting = undefined;
    this.#thread = thread;
    this.#runs = runs + 1;
    if (runs === 0) await thread.start();
  }

  async stop(): Promise<void> {
    const thread = this.#thread!;
    for (const [event, listener] of this.#listeners) thread.off(event, listener);
    if (this.#runs < MAX_RUNS) waiting = { thread, runs: this.#runs };
    else await thread.stop();
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#thread!.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#thread!.off(event, listener);
  }

  /** Answers the request to stop itself: a thread that has received it takes no further run. */
  send(message: WorkerRequest): void {
    if (message.type !== 'stop') {
      this.#thread!.send(message);
      return;
    }
    const answer = { type: 'stopped', __vitest_worker_response__: true };
    for (const [event, listener] of this.#listeners) if (event === 'message') listener(answer);
  }

  deserialize(data: unknown): unknown {
    return data;
  }
}
