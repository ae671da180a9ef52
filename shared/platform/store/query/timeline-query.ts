import type { Position } from '../../values/position.ts';
import type { Direction, Range } from './scan-range.ts';

/** Limit of examined entries beyond those that `offset` skips. The rest is left to the next request. */
export const BUDGET = 5000;
/** The same for a request without a key, whose processor time has a ceiling. */
export const KEYLESS_BUDGET = 1000;

/** A found entry. */
export interface Match {
  id: number;
  /** Its position in the order of the answer: another page may begin behind it. */
  at: Position;
  /** Its position in the common order. */
  key: Position;
}

/**
 * Decides from records what timelines don't know, in a few round trips. It may stop once `enough` matches are found. A shorter list than
 * that of the matches decides only the first ones, at least one: the page then ends behind them.
 */
export type Test = (matches: readonly Match[], enough: number) => Promise<readonly boolean[]>;

/** An order of the answer other than the common one. */
export interface SecondaryOrder {
  /** These contain every entry that the terms can find, each with its position in the common order. */
  timelines: readonly string[];
  /** Positions in this order; everywhere without it. */
  range?: Range | undefined;
  /** The entries' positions in this order, one for each match; undefined for deleted ones. */
  places: (matches: readonly Match[]) => Promise<readonly (Position | undefined)[]>;
}

export interface TimelineQuery {
  /** The entry must be in at least one timeline of each term. At least one term, unless `secondaryOrder` is given. */
  terms: readonly (readonly string[])[];
  /** The entry must be in none of these. */
  without: readonly string[];
  /** The part of all entries that a timeline has entries of; no entry is in two parts. undefined: it may have any. */
  partOf?: ((timeline: string) => string | undefined) | undefined;
  /** Positions in the common order. */
  range: Range;
  direction: Direction;
  /** The order of the answer, when it is not the common order. */
  secondaryOrder?: SecondaryOrder | undefined;
  test?: Test | undefined;
  offset: number;
  limit: number;
  after: Position | undefined;
  consistent: boolean;
  /** Default BUDGET. */
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
