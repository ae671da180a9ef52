import { sleep } from '../../shared/core/clock.ts';
import type { Handlers } from './handlers.ts';

/** Writes that come close together are followed by one look into the outbox. */
const SOON_MS = 50;
const MAX_REST_MS = 500;
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
 * Starts the outbox and webhook workers on this machine: after each write, and by a sweep as in AWS. A long job delays neither the
 * sweep nor a delivery. Unless much waits, a pause as long as the last run separates two runs of the outbox: requests keep at least
 * half of the processor, and items written during the pause are processed in larger groups.
 */
export class LocalWorker {
  readonly #handlers: Pick<Handlers, 'drain' | 'sweep' | 'webhooks'>;
  readonly #jobs = new Lane();
  readonly #sweeps = new Lane();
  readonly #deliveries = new Lane();
  /** A look for deliveries that hasn't begun sees all that comes until then. */
  #deliveriesWait = false;
  /** A look into the outbox is planned or runs. */
  #isLooking = false;
  readonly #stopping = new AbortController();
  /** How often something was written. */
  #writes = 0;
  /** No look begins before; as performance.now(). */
  #restUntil = 0;
  readonly #context = { getRemainingTimeInMillis: () => (this.#isStopped() ? 0 : TIME_MS) };

  constructor(handlers: Pick<Handlers, 'drain' | 'sweep' | 'webhooks'>) {
    this.#handlers = handlers;
  }

  start(): void {
    void this.#sweepRegularly();
  }

  /** Called after each write. */
  wake(): void {
    this.#writes++;
    if (this.#isStopped() || this.#isLooking) return;
    this.#isLooking = true;
    const delay = Math.max(SOON_MS, this.#restUntil - performance.now());
    void this.#pause(delay).then(() => {
      if (!this.#isStopped()) this.#jobs.run(() => this.#look());
    });
  }

  /** Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#jobs.idle(), this.#sweeps.idle(), this.#deliveries.idle()]);
  }

  async #look(): Promise<void> {
    this.#deliver();
    const writes = this.#writes;
    const began = performance.now();
    let count = 0;
    try {
      do count = await this.#handlers.drain(() => !this.#isStopped());
      while (count >= MANY);
    } finally {
      const now = performance.now();
      this.#restUntil = now + Math.min(MAX_REST_MS, now - began);
      this.#isLooking = false;
      // What was done may have left something to do.
      if (count > 0 || this.#writes > writes) this.wake();
    }
  }

  async #sweepRegularly(): Promise<void> {
    while (!this.#isStopped()) {
      this.#sweeps.run(() => this.#handlers.sweep({}, this.#context));
      this.#deliver();
      await this.#pause(SWEEP_MS);
    }
  }

  /** Resolves after this time, or at once when the worker is stopped. */
  #pause(ms: number): Promise<void> {
    return sleep(ms, this.#stopping.signal).catch(() => undefined);
  }

  #isStopped(): boolean {
    return this.#stopping.signal.aborted;
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
