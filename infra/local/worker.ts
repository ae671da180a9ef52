import { drainOutbox } from '../../functions/events/jobs.ts';
import { handler as sweep } from '../../functions/events/sweep.ts';

/** Writes that come close together are followed by one look into the outbox. */
const SOON_MS = 50;
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

/** The alarm clocks of the outbox on this machine: each write, and a sweep as in AWS. A long job keeps no sweep waiting. */
export class LocalWorker {
  readonly #jobs = new Lane();
  readonly #sweeps = new Lane();
  #soon: NodeJS.Timeout | undefined;
  #interval: NodeJS.Timeout | undefined;
  #stopped = false;

  start(): void {
    const run = () => this.#sweeps.run(() => sweep({}, { getRemainingTimeInMillis: () => this.#timeLeft() }));
    run();
    this.#interval = setInterval(run, SWEEP_MS);
  }

  /** Called after each write. */
  wake(): void {
    if (this.#stopped) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.#jobs.run(() => this.#drain());
    }, SOON_MS);
  }

  /** Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#soon);
    clearInterval(this.#interval);
    await Promise.all([this.#jobs.idle(), this.#sweeps.idle()]);
  }

  async #drain(): Promise<void> {
    const mayGoOn = () => !this.#stopped;
    while (mayGoOn() && (await drainOutbox(mayGoOn)) > 0);
  }

  #timeLeft(): number {
    return this.#stopped ? 0 : TIME_MS;
  }
}
