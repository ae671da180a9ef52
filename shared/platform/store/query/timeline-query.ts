import type { Position } from '../../values/position.ts';
import type { Direction, Range } from './scan-range.ts';

/** A request examines at most this many entries beyond those that `offset` skips. The next request continues. */
export const BUDGET = 5000;
/** The budget of a request without an API key, whose processor time is limited. */
export const KEYLESS_BUDGET = 1000;

/** A found entry. */
export interface Match {
  id: number;
  /** The position in the order of the answer, behind which another page may begin. */
  at: Position;
  /** The position in the common order. */
  key: Position;
}

/**
 * Decides from records which matches belong to the answer, where timelines don't know it, in a few round trips. It may stop once `enough` are
 * found. The result may be shorter than `matches`, but not empty: it then decides only the first ones, and the page ends behind them.
 */
export type Test = (matches: readonly Match[], enough: number) => Promise<readonly boolean[]>;

/** An order of the answer other than the common one. */
export interface SecondaryOrder {
  /** These contain every entry that the terms can find, each with its position in the common order. */
  timelines: readonly string[];
  /** The range of positions in this order; all positions without it. */
  range?: Range | undefined;
  /** The entries' positions in this order, one for each match; undefined for deleted ones. */
  places: (matches: readonly Match[]) => Promise<readonly (Position | undefined)[]>;
}

export interface TimelineQuery {
  /** The entry must be in at least one timeline of each term. At least one term, unless `secondaryOrder` is given. */
  terms: readonly (readonly string[])[];
  /** The entry must be in none of these. */
  without: readonly string[];
  /** Returns the part that all entries of a timeline belong to; undefined when they may belong to any. No entry is in two parts. */
  partOf?: ((timeline: string) => string | undefined) | undefined;
  /** The range of positions in the common order. */
  range: Range;
  direction: Direction;
  /** The order of the answer, when it is not the common order. */
  secondaryOrder?: SecondaryOrder | undefined;
  test?: Test | undefined;
  offset: number;
  limit: number;
  after: Position | undefined;
  consistent: boolean;
  /** The default is BUDGET. */
  budget?: number;
}

export interface Matches {
  matches: Match[];
  /** Where the next page starts: behind this page, or where the budget ran out. Absent when nothing can follow. */
  next?: Position | undefined;
  /** How many matches remain to be skipped from there. */
  skip: number;
  examined: number;
  rounds: number;
}
