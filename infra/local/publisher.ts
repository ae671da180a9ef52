import type { Handlers } from './handlers.ts';

/**
 * What the scheduler's alarms call. They may ring before the table is there: those of the time when nothing ran come at once. And
 * the publisher waits up to a minute for its second: stopping doesn't wait with it, but makes the alarm fail, so that it is kept
 * and rings again at the next start.
 */
export class LocalPublisher {
  open: () => void = () => undefined;
  close: () => void = () => undefined;
  readonly #opened: Promise<void>;
  readonly #closed: Promise<never>;
  readonly #handler: Handlers['publisher'];

  constructor(handler: Handlers['publisher']) {
    this.#handler = handler;
    this.#opened = new Promise(resolve => {
      this.open = resolve;
    });
    this.#closed = new Promise((_resolve, reject) => {
      this.close = () => reject(new Error('The stack is stopping'));
    });
    // Nobody may be waiting when it closes.
    this.#closed.catch(() => undefined);
  }

  async ring(input: string): Promise<void> {
    await Promise.race([this.#opened, this.#closed]);
    await Promise.race([this.#handler(JSON.parse(input)), this.#closed]);
  }
}
