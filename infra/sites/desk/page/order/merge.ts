/**
 * Merges two concurrent edits of a list: what either has removed is removed, what either has added is added, and the order is mine.
 * Without changes of mine the result is theirs.
 */
export function mergeOrders<T>(base: readonly T[], mine: readonly T[], theirs: readonly T[]): T[] {
  if (isSameOrder(base, mine)) return [...theirs];
  const merged = mine.filter(entry => theirs.includes(entry) || !base.includes(entry));
  theirs.forEach((entry, index) => {
    if (merged.includes(entry) || base.includes(entry)) return;
    const before = theirs.slice(0, index).findLast(other => merged.includes(other));
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, entry);
  });
  return merged;
}

export function isSameOrder<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}
