/** Moves an entry to another index, limited to the ends of the list. */
export function moveEntry<T>(entries: readonly T[], from: number, to: number): T[] {
  const rest = entries.filter((_, index) => index !== from);
  const entry = entries.slice(from, from + 1);
  return [...rest.slice(0, Math.max(0, to)), ...entry, ...rest.slice(Math.max(0, to))];
}
