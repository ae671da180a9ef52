/**
 * Holds back the functions that events invoke. Events from before the start are delivered before the table exists, and wait until
 * the gate opens. Closing it rejects all that wait, and publications that run, because the publisher may be waiting for its second; the sweep
 * finds these. A rejected thumbnail task is delivered again at the next start.
 */
export class Gate {
  open: () => void = () => undefined;
  close: () => void = () => undefined;
  readonly #opened: Promise<void>;
  readonly #closed: Promise<never>;

  constructor() {
    this.#opened = new Promise(resolve => {
      this.open = resolve;
    });
    this.#closed = new Promise((_resolve, reject) => {
      this.close = () => reject(new Error('The stack is stopping'));
    });
    // Prevents an unhandled rejection when nothing is waiting.
    this.#closed.catch(() => undefined);
  }

  /** Runs work that closing the gate abandons. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    return await this.start(() => Promise.race([work(), this.#closed]));
  }

  /** Runs work that is finished when it was started before the gate closes. */
  async start<T>(work: () => Promise<T>): Promise<T> {
    await Promise.race([this.#opened, this.#closed]);
    return await work();
  }
}
