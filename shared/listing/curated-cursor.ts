import { idAt, positionOf, timestampAt, type Position } from '../core/position.ts';

/**
 * A place in an editorial order, for cursors: (index, id), in the form of a position in a timeline, below any that a timestamp
 * makes. Posts are dated within a hundred years of today, these within minutes of the year -1199.
 */
const FIRST_TS = -(10 ** 11);
const BEYOND_TS = FIRST_TS + 10 ** 6;

export function curatedPosition(id: number, index: number): Position {
  return positionOf(FIRST_TS + index, id);
}

export function isCuratedPosition(position: Position): boolean {
  return timestampAt(position) < BEYOND_TS;
}

/** What follows after a place. A post that has left the order since let the next one take its index. */
export function positionsAfter(
  after: Position | undefined,
  places: readonly Position[],
): readonly Position[] {
  if (after === undefined) return places;
  const at = places.findIndex(place => idAt(place) === idAt(after));
  return places.slice(at === -1 ? timestampAt(after) - FIRST_TS : at + 1);
}
