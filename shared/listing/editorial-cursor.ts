import { idAt, positionOf, timestampAt, type Position } from '../core/position.ts';

/**
 * Positions in an editorial order, for cursors: (index, id) in the form of a timeline's position, with timestamps below those of any
 * post. Posts are dated within a hundred years of today, editorial positions in the year -1199.
 */
const FIRST_TS = -(10 ** 11);
const BEYOND_TS = FIRST_TS + 10 ** 6;

export function editorialPosition(id: number, index: number): Position {
  return positionOf(FIRST_TS + index, id);
}

export function isEditorialPosition(position: Position): boolean {
  return timestampAt(position) < BEYOND_TS;
}

/** The positions after a cursor. If the cursor's post has left the order, the next post has taken its index. */
export function positionsAfter(
  after: Position | undefined,
  positions: readonly Position[],
): readonly Position[] {
  if (after === undefined) return positions;
  const at = positions.findIndex(position => idAt(position) === idAt(after));
  return positions.slice(at === -1 ? timestampAt(after) - FIRST_TS : at + 1);
}
