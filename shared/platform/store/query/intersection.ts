import type { Position } from '../../values/position.ts';
import { isWithin, type ScanRange, type Range } from './scan-range.ts';
import type { Found } from './source.ts';
import type { TimelineQuery } from './timeline-query.ts';
import type { Union } from './union.ts';

/** The conditions on an entry, as unions of timelines. */
export interface Sets {
  /** The entry must be in each of these sets. They are all in the common order, unless `secondaryOrder` is given. */
  within: readonly Union[];
  /** The entry must be in none of these sets. */
  without: readonly Union[];
  /** Timelines in the order of the answer, when it is not the common order. */
  secondaryOrder: Union | undefined;
  /** The range of positions in the common order. */
  range: Range;
  partOf: NonNullable<TimelineQuery['partOf']>;
}

/**
 * Iterates the entries that satisfy all sets, in order, as far as the data read so far decides. It does no I/O; the Planner reads.
 *
 * `at` is the first undecided position. A set with no entry before a later position moves `at` there (leapfrog). A candidate is blocked
 * until every set that doesn't know it has been read or probed.
 */
export class Intersection {
  readonly sets: Sets;
  readonly scanRange: ScanRange;
  at: Position;
  /** No further entry can follow. */
  over: boolean;
  #leaders: readonly Union[];

  constructor(sets: Sets, scanRange: ScanRange) {
    this.sets = sets;
    this.scanRange = scanRange;
    this.at = scanRange.start;
    this.over = scanRange.isOver(scanRange.start) || sets.range.low > sets.range.high;
    this.#leaders = sets.secondaryOrder ? [sets.secondaryOrder] : sets.within;
  }

  /** The sets that every match belongs to, in the order of the answer. */
  get leaders(): readonly Union[] {
    return this.#leaders;
  }

  /** Iterates these entries instead of whole timelines; they must include all possible matches. */
  followOnly(entries: Union): void {
    this.#leaders = [entries];
  }

  /** The next `count` matches, or fewer when the next candidate is blocked. */
  take(count: number): Found[] {
    const found: Found[] = [];
    while (found.length < count) {
      const candidate = this.#leap();
      const verdict = candidate && this.isMatch(candidate.key);
      if (!candidate || verdict === undefined) break;
      if (verdict) found.push(candidate);
      this.at = this.scanRange.next(candidate.at);
    }
    return found;
  }

  /** Whether an entry satisfies all sets; undefined while a set doesn't know and none excludes it. */
  isMatch(key: Position): boolean | undefined {
    const { within, without, range } = this.sets;
    if (!isWithin(key, range)) return false;
    const verdicts = [
      ...within.map(set => set.holds(key)),
      ...without.map(set => {
        const holds = set.holds(key);
        return holds === undefined ? undefined : !holds;
      }),
    ];
    if (verdicts.includes(false)) return false;
    return verdicts.includes(undefined) ? undefined : true;
  }

  /** Moves `at` to the first possible position of the next candidate. @returns the candidate, when it is known */
  #leap(): Found | undefined {
    for (let moved = true; moved;) {
      moved = false;
      for (const leader of this.#leaders) {
        const next = this.over ? undefined : leader.next(this.at);
        if (next === undefined || this.scanRange.isOver(next)) {
          this.over = true;
          return undefined;
        }
        if (next === this.at) continue;
        this.at = next;
        moved = true;
      }
    }
    return this.#leaders.map(leader => leader.entryAt(this.at)).find(entry => entry !== undefined);
  }
}
