import { makePosition, timestampAt, idAt, type Position } from '../../values/position.ts';

/** An inclusive range of positions. */
export interface Range {
  low: Position;
  high: Position;
}

export type Direction = 'newest' | 'oldest';

export const EVERYWHERE: Range = {
  low: `${'0'.repeat(12)}#${'0'.repeat(16)}`,
  high: `${'9'.repeat(12)}#${'9'.repeat(16)}`,
};

const MAX_ID = Number.MAX_SAFE_INTEGER;

/** All positions within these seconds; an absent end is open. */
export function secondsRange(from: number | undefined, to: number | undefined): Range {
  return {
    low: from === undefined ? EVERYWHERE.low : makePosition(from, 0),
    high: to === undefined ? EVERYWHERE.high : makePosition(to, MAX_ID),
  };
}

export function isWithin(position: Position, { low, high }: Range): boolean {
  return low <= position && position <= high;
}

function later(position: Position): Position {
  const [ts, id] = [timestampAt(position), idAt(position)];
  return id < MAX_ID ? makePosition(ts, id + 1) : makePosition(ts + 1, 0);
}

function earlier(position: Position): Position {
  const [ts, id] = [timestampAt(position), idAt(position)];
  return id > 0 ? makePosition(ts, id - 1) : makePosition(ts - 1, MAX_ID);
}

/** A range in reading direction. Each position has exactly one successor, so that read and unread parts have inclusive ends. */
export class ScanRange {
  readonly direction: Direction;
  readonly start: Position;
  readonly end: Position;

  /** `after`: starts behind this position. */
  constructor(direction: Direction, { low, high }: Range, after?: Position) {
    this.direction = direction;
    const [first, last] = direction === 'newest' ? [high, low] : [low, high];
    this.end = last;
    this.start = after === undefined ? first : this.furthest(first, this.next(after));
  }

  /** Negative when `a` comes first. */
  readonly compare = (a: Position, b: Position): number => {
    if (a === b) return 0;
    return a < b === (this.direction === 'oldest') ? -1 : 1;
  };

  next(position: Position): Position {
    return this.direction === 'newest' ? earlier(position) : later(position);
  }

  previous(position: Position): Position {
    return this.direction === 'newest' ? later(position) : earlier(position);
  }

  isBefore(a: Position, b: Position): boolean {
    return this.compare(a, b) < 0;
  }

  isOver(position: Position): boolean {
    return this.isBefore(this.end, position);
  }

  furthest(a: Position, b: Position): Position {
    return this.isBefore(a, b) ? b : a;
  }

  /** The rest of the range from `from` on. */
  from(from: Position): Range {
    return this.direction === 'newest' ? { low: this.end, high: from } : { low: from, high: this.end };
  }
}
