import { randomFrom } from '../../support/values/random.ts';

/** All that is left to chance, drawn from one seed. */
export class Chance {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomFrom(seed);
  }

  /** From 0 to 1. */
  number = (): number => this.#next();

  between(least: number, most: number): number {
    return least + this.#next() * (most - least);
  }

  /** A whole number from 0 to below the limit. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  happens(probability: number): boolean {
    return this.#next() < probability;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  /** As `pick`; undefined when there are none. */
  pickAny<T>(values: readonly T[]): T | undefined {
    return values[this.below(values.length)];
  }

  bytes(size: number): Buffer {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size; at++) bytes[at] = this.below(256);
    return bytes;
  }

  uuid(): string {
    const hex = this.bytes(16).toString('hex');
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      `a${hex.slice(17, 20)}`,
      hex.slice(20),
    ].join('-');
  }
}
