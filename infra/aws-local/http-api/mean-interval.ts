/** The weight of the last interval in the mean. It is small, so that one pause refuses nothing. */
const LAST_WEIGHT = 1 / 64;

/** The mean of the intervals at which waiting requests begin; later ones count for more. */
export class MeanInterval {
  readonly #now: () => number;
  /** When the last waiting request began, or the first one came. */
  #lastMs = 0;
  #meanMs = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get ms(): number {
    return this.#meanMs;
  }

  /** Intervals from before the queue was last empty say nothing about the current requests. */
  restart(): void {
    this.#lastMs = this.#now();
    this.#meanMs = 0;
  }

  /** Called when a waiting request begins. */
  add(): void {
    const now = this.#now();
    this.#meanMs += (now - this.#lastMs - this.#meanMs) * LAST_WEIGHT;
    this.#lastMs = now;
  }
}
