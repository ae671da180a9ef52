/**
 * Stands before the functions that events invoke on this machine. Events of the time when nothing ran are delivered before the table
 * is there, and wait until the gate opens. Closing it makes what waits or runs fail at once: the publisher may be waiting for its
 * second. A thumbnail task is kept and comes again at the next start; a publication is found by the sweep.
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
    // Nobody may be waiting when it closes.
    this.#closed.catch(() => undefined);
  }

  async run(work: () => Promise<void>): Promise<void> {
    await Promise.race([this.#opened, this.#closed]);
    await Promise.race([work(), this.#closed]);
  }
}
