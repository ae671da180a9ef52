import { elapsedMs, sleep } from '../../../shared/platform/core/clock.ts';
import type { BackPressure } from '../http-api/back-pressure.ts';
import type { Handlers } from './handlers.ts';

/** Collects writes in quick succession before the outbox is read. */
const DEBOUNCE_MS = 50;
/** Above this number of processed items, more are expected. */
const FULL_BATCH = 50;
const SWEEP_INTERVAL_MS = 30_000;
/** Longer than any job here takes: only stopping ends a run early. */
const MAX_RUN_MS = 900_000;

/** Runs asynchronous work one item at a time, in order. */
class SerialQueue {
  #running: Promise<void> = Promise.resolve();

  run(work: () => Promise<void>): void {
    this.#running = this.#running.then(work).catch((error: unknown) => console.error(error));
  }

  idle(): Promise<void> {
    return this.#running;
  }
}

/**
 * Runs the jobs of the outbox and the deliveries to webhooks: after each write, and in the sweep as in AWS. Each of them has its
 * own queue, so a long job delays neither the sweep nor a delivery. All of them are background work, which waits for requests.
 */
export class LocalWorker {
  readonly #handlers: Pick<Handlers, 'drain' | 'readLag' | 'sweep' | 'webhooks'>;
  readonly #backPressure: BackPressure;
  readonly #jobs = new SerialQueue();
  readonly #sweeps = new SerialQueue();
  readonly #deliveries = new SerialQueue();
  /** A queued delivery run also finds the deliveries that are added before it begins. */
  #isDeliveryQueued = false;
  /** A sweep may wait for posts that are due within a minute; at most one further sweep waits for its end. */
  #isSweepQueued = false;
  /** True while a read of the outbox is planned or runs. */
  #isDrainPlanned = false;
  readonly #stopping = new AbortController();
  /** The number of writes so far. */
  #writeCount = 0;
  readonly #context = { getRemainingTimeInMillis: () => (this.#isStopped() ? 0 : MAX_RUN_MS) };

  constructor(
    handlers: Pick<Handlers, 'drain' | 'readLag' | 'sweep' | 'webhooks'>,
    backPressure: BackPressure,
  ) {
    this.#handlers = handlers;
    this.#backPressure = backPressure;
  }

  start(): void {
    void this.#sweepRegularly();
    // The sweep takes only some of the jobs that the last process left.
    this.wake();
  }

  /** Called after each write. */
  wake(): void {
    this.#writeCount++;
    if (this.#isStopped() || this.#isDrainPlanned) return;
    this.#isDrainPlanned = true;
    void this.#pause(DEBOUNCE_MS).then(() => {
      if (!this.#isStopped()) this.#jobs.run(() => this.#drainOutbox());
    });
  }

  /** Resolves when nothing runs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#jobs.idle(), this.#sweeps.idle(), this.#deliveries.idle()]);
  }

  async #drainOutbox(): Promise<void> {
    this.#queueDeliveries();
    const writes = this.#writeCount;
    let count = 0;
    try {
      do {
        const beganMs = elapsedMs();
        count = await this.#handlers.drain(() => !this.#isStopped());
        if (count >= FULL_BATCH) {
          this.#backPressure.addMeasurement(count, elapsedMs() - beganMs);
          this.#backPressure.setLag(await this.#handlers.readLag());
        }
      } while (count >= FULL_BATCH);
    } finally {
      this.#backPressure.setLag(0);
      this.#isDrainPlanned = false;
      // The processed jobs may have added new ones.
      if (count > 0 || this.#writeCount > writes) this.wake();
    }
  }

  async #sweepRegularly(): Promise<void> {
    while (!this.#isStopped()) {
      this.#queueSweep();
      this.#queueDeliveries();
      await this.#pause(SWEEP_INTERVAL_MS);
    }
  }

  /** Resolves after this time, or at once when the worker is stopped. */
  #pause(ms: number): Promise<void> {
    return sleep(ms, this.#stopping.signal).catch(() => undefined);
  }

  #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #queueSweep(): void {
    if (this.#isSweepQueued) return;
    this.#isSweepQueued = true;
    this.#sweeps.run(async () => {
      this.#isSweepQueued = false;
      await this.#handlers.sweep({}, this.#context);
    });
  }

  #queueDeliveries(): void {
    if (this.#isDeliveryQueued) return;
    this.#isDeliveryQueued = true;
    this.#deliveries.run(async () => {
      this.#isDeliveryQueued = false;
      await this.#handlers.webhooks({}, this.#context);
    });
  }
}
