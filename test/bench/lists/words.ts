/** Draws ranks with the frequency of words in a language: the second occurs half as often as the first, and so on. */
export class Zipf {
  readonly #cumulative: Float64Array;

  /** `shift` flattens the head, so that no tag is on half of the posts. */
  constructor(size: number, { exponent = 1, shift = 2.7 } = {}) {
    this.#cumulative = new Float64Array(size);
    let sum = 0;
    for (let rank = 0; rank < size; rank++) {
      sum += 1 / (rank + shift) ** exponent;
      this.#cumulative[rank] = sum;
    }
  }

  /** A rank from 0 on. */
  draw(draw: () => number): number {
    const wanted = draw() * (this.#cumulative.at(-1) ?? 0);
    let [low, high] = [0, this.#cumulative.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#cumulative[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const BEGINNINGS = 'b c d f g h j k l m n p r s t v w z br ch cl dr fl gr kn pl pr sh sl st th tr'.split(' ');
const MIDDLES = 'a e i o u ai ea ee ie oa ou'.split(' ');
const ENDS = ' n r s t l m nd ng nt rd st'.split(' ');
const COMMON = 200;

/** Distinct pronounceable words; the common ones are short. */
export function madeUpWords(count: number, draw: () => number): string[] {
  const among = (parts: readonly string[]) => parts[Math.floor(draw() * parts.length)] ?? '';
  const syllable = () => among(BEGINNINGS) + among(MIDDLES) + among(ENDS);
  const words = new Set<string>();
  while (words.size < count) {
    const syllables = words.size < COMMON ? 1 : 2 + Math.floor(draw() * 2);
    words.add(Array.from({ length: syllables }, syllable).join(''));
  }
  return [...words];
}
