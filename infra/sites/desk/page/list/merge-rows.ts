import type { PostRow } from '../service/api.ts';

/** What a list that is on the screen makes of the rows that the service has now. */
export interface Merged {
  rows: PostRow[];
  /** Whether rows should be added, removed or moved, which would move what someone looks at. */
  isMoved: boolean;
}

/** Updates rows where they stand. @param fresh the rows that the list would begin with, if it were loaded now */
export function updateInPlace(shown: readonly PostRow[], fresh: readonly PostRow[]): Merged {
  const byId = new Map(fresh.map(row => [row.id, row]));
  const rows = shown.map(row => byId.get(row.id) ?? row);
  const isMoved = fresh.some(({ id }, index) => shown[index]?.id !== id);
  return { rows, isMoved };
}

/** The fresh rows first, then those of further pages that were loaded. */
export function putFirst(shown: readonly PostRow[], fresh: readonly PostRow[]): PostRow[] {
  const ids = new Set(fresh.map(({ id }) => id));
  const rest = shown.slice(fresh.length).filter(({ id }) => !ids.has(id));
  return [...fresh, ...rest];
}
