/** When what is written is kept and sent. */
export interface Delays {
  /** Kept on this computer so long after a key at the latest. */
  keepMs: number;
  /** Sent so long after the last key… */
  quietMs: number;
  /** …and so long after the first one at the latest. */
  mostMs: number;
}

const DELAYS: Delays = { keepMs: 1_000, quietMs: 3_000, mostMs: 10_000 };

interface Work {
  keep: () => unknown;
  save: () => unknown;
}

/** Calls `keep` and `save` while someone writes. */
export class Pace {
  readonly #work: Work;
  readonly #delays: Delays;
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #saving: ReturnType<typeof setTimeout> | undefined;
  /** When the first key was pressed that isn’t sent. */
  #since: number | undefined;

  constructor(work: Work, delays: Delays = DELAYS) {
    this.#work = work;
    this.#delays = delays;
  }

  /** Something was written. */
  touch(now = Date.now()): void {
    const { keepMs, quietMs, mostMs } = this.#delays;
    this.#keeping ??= setTimeout(() => {
      this.#keeping = undefined;
      this.#work.keep();
    }, keepMs);
    this.#since ??= now;
    this.retryIn(Math.max(0, Math.min(quietMs, this.#since + mostMs - now)));
  }

  /** Saves after a delay, instead of any earlier plan. */
  retryIn(ms: number): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => {
      this.rest();
      this.#work.save();
    }, ms);
  }

  /** Everything is sent, or about to be: plans no save. */
  rest(): void {
    clearTimeout(this.#saving);
    this.#saving = undefined;
    this.#since = undefined;
  }

  stop(): void {
    this.rest();
    clearTimeout(this.#keeping);
    this.#keeping = undefined;
  }
}
