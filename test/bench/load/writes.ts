/** A rest of a write that only rounding leaves. */
const ROUNDING = 1e-6;

/** Writes of one kind, oldest first, that ask each second until they pass. */
export class Writes {
  readonly #waiting: { since: number; count: number }[] = [];
  readonly #maxASecond: number;

  /** `maxASecond`: how many ask per second at most; the others wait. */
  constructor(maxASecond: number) {
    this.#maxASecond = maxASecond;
  }

  /** Adds the new writes of a second. @returns how many ask in it */
  add(second: number, count: number): number {
    if (count > 0) this.#waiting.push({ since: second, count });
    const all = this.#waiting.reduce((sum, waiting) => sum + waiting.count, 0);
    return Math.min(all, this.#maxASecond);
  }

  /** Removes the writes that pass in a second. @returns for how many seconds the oldest of them has waited */
  pass(second: number, granted: number): number {
    const waitedS = granted > 0 ? second - (this.#waiting[0]?.since ?? second) : 0;
    let left = granted;
    while (this.#waiting[0] && left >= this.#waiting[0].count - ROUNDING)
      left -= this.#waiting.shift()!.count;
    if (this.#waiting[0]) this.#waiting[0].count -= left;
    return waitedS;
  }
}
