import type { Range } from '../../../infra/aws-local/dynamodb/dynalite/dynalite.ts';

/** Values by key, in the order of the keys' characters. */
export class SortedMap {
  readonly #values = new Map<string, Buffer>();
  readonly #keys: string[] = [];

  get(key: string): Buffer | undefined {
    return this.#values.get(key);
  }

  /** Undefined removes the key. */
  set(key: string, value: Buffer | undefined): void {
    const isKnown = this.#values.has(key);
    if (value !== undefined) {
      this.#values.set(key, value);
      if (!isKnown) this.#keys.splice(this.#findPosition(key), 0, key);
    } else if (isKnown) {
      this.#values.delete(key);
      this.#keys.splice(this.#findPosition(key), 1);
    }
  }

  range({ gt, gte, lt, lte, reverse = false, limit = -1 }: Range): [string, Buffer][] {
    const start = gt === undefined ? this.#findPosition(gte ?? '') : this.#positionAfter(gt);
    const end =
      lt !== undefined
        ? this.#findPosition(lt)
        : lte === undefined
          ? this.#keys.length
          : this.#positionAfter(lte);
    const size = limit < 0 ? Infinity : limit;
    const keys = reverse
      ? this.#keys.slice(Math.max(start, end - size), Math.max(start, end)).reverse()
      : this.#keys.slice(start, Math.min(end, start + size));
    return keys.map(key => [key, this.#values.get(key)!]);
  }

  /** The position of the first key that is not less. */
  #findPosition(key: string): number {
    let [low, high] = [0, this.#keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #positionAfter(key: string): number {
    const position = this.#findPosition(key);
    return this.#keys[position] === key ? position + 1 : position;
  }
}
