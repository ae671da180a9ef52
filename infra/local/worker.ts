import { drainOutbox } from '../../functions/events/jobs.ts';
import { handler as sweep } from '../../functions/events/sweep.ts';

/** Writes that come close together are followed by one look into the outbox. */
const SOON_MS = 50;
const SWEEP_MS = 30_000;

/** The alarm clocks of the outbox on this machine: each write, and a sweep as in AWS. */
export class LocalWorker {
  #timer: NodeJS.Timeout | undefined;
  #sweeps: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  start(): void {
    this.#then(sweep);
    this.#sweeps = setInterval(() => this.#then(sweep), SWEEP_MS);
  }

  /** Called after each write. */
  wake(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#then(async () => {
        while (!this.#stopped && (await drainOutbox()) > 0);
      });
    }, SOON_MS);
  }

  /** Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#sweeps);
    await this.#running;
  }

  #then(work: () => Promise<void>): void {
    if (this.#stopped) return;
    this.#running = this.#running.then(work).catch((error: unknown) => console.error(error));
  }
}
