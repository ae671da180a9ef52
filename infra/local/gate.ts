/**
 * Stands before what events call on this machine. They may come before the table is there: those of the time when nothing ran are
 * delivered at once, and wait until it opens. Closing makes what waits or runs fail, so that it is kept and comes again at the next
 * start: the publisher may be waiting for its second.
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
