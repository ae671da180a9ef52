/** The median; of an even number of values the greater of the two in the middle, NaN without values. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;
}
