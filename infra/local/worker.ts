import type { Handlers } from './handlers.ts';

/** Writes that come close together are followed by one look into the outbox. */
const SOON_MS = 50;
const LONGEST_REST_MS = 500;
/** When so many items were due, more are to be expected. */
const MANY = 50;
const SWEEP_MS = 30_000;
/** More than any work here takes: what runs is cut short by stopping only. */
const TIME_MS = 900_000;

/** Runs the same work again and again, never twice at a time. */
class Lane {
  #running: Promise<void> = Promise.resolve();

  run(work: () => Promise<void>): void {
    this.#running = this.#running.then(work).catch((error: unknown) => console.error(error));
  }

  idle(): Promise<void> {
    return this.#running;
  }
}

/**
 * The alarm clocks of the outbox and of webhooks on this machine: each write, and a sweep as in AWS. A long job keeps no sweep waiting, and no receiver either. Unless much
 * waits, there is as much time between two looks into the outbox as the first one took: requests have half of the processor at
 * least, and what is written meanwhile is done in larger groups.
 */
export class LocalWorker {
  readonly #handlers: Pick<Handlers, 'drain' | 'sweep' | 'webhooks'>;
  readonly #jobs = new Lane();
  readonly #sweeps = new Lane();
  readonly #deliveries = new Lane();
  /** A look for deliveries that hasn't begun sees all that comes until then. */
  #deliveriesWait = false;
  #soon: NodeJS.Timeout | undefined;
  #interval: NodeJS.Timeout | undefined;
  #stopped = false;
  /** How often something was written. */
  #writes = 0;
  /** No look begins before; as performance.now(). */
  #restUntil = 0;
  readonly #context = { getRemainingTimeInMillis: () => (this.#stopped ? 0 : TIME_MS) };

  constructor(handlers: Pick<Handlers, 'drain' | 'sweep' | 'webhooks'>) {
    this.#handlers = handlers;
  }

  start(): void {
    const run = () => {
      this.#sweeps.run(() => this.#handlers.sweep({}, this.#context));
      this.#deliver();
    };
    run();
    this.#interval = setInterval(run, SWEEP_MS);
  }

  /** Called after each write. */
  wake(): void {
    this.#writes++;
    if (this.#stopped) return;
    const delay = Math.max(SOON_MS, this.#restUntil - performance.now());
    this.#soon ??= setTimeout(() => this.#jobs.run(() => this.#look()), delay);
  }

  /** Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#soon);
    clearInterval(this.#interval);
    await Promise.all([this.#jobs.idle(), this.#sweeps.idle(), this.#deliveries.idle()]);
  }

  async #look(): Promise<void> {
    this.#deliver();
    const writes = this.#writes;
    const began = performance.now();
    let count = 0;
    try {
      do count = await this.#handlers.drain(() => !this.#stopped);
      while (count >= MANY);
    } finally {
      const now = performance.now();
      this.#restUntil = now + Math.min(LONGEST_REST_MS, now - began);
      this.#soon = undefined;
      // What was done may have left something to do.
      if (count > 0 || this.#writes > writes) this.wake();
    }
  }

  #deliver(): void {
    if (this.#deliveriesWait) return;
    this.#deliveriesWait = true;
    this.#deliveries.run(async () => {
      this.#deliveriesWait = false;
      await this.#handlers.webhooks({}, this.#context);
    });
  }
}
