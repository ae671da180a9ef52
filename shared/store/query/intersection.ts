import type { Position } from '../../core/position.ts';
import { isWithin, type ScanRange, type Range } from './scan-range.ts';
import type { Found } from './source.ts';
import type { Union } from './union.ts';

/** What an entry must satisfy, as unions of timelines. */
export interface Sets {
  /** Each of them holds the entry. The course of all sets is the common order, unless `along` is given. */
  within: readonly Union[];
  /** None of them holds it. */
  without: readonly Union[];
  /** Timelines of another order, in which the answer comes. */
  along: Union | undefined;
  /** In the common order. */
  range: Range;
}

/**
 * The entries that satisfy all sets, in order, as far as what has been read tells. Decides without I/O; who reads is Reading.
 *
 * `at` is the first position not decided yet. A set that is known to hold nothing before some later position moves it there: that
 * is the leapfrog. A candidate of which some set doesn't know yet blocks until that set has been read or probed.
 */
export class Intersection {
  readonly sets: Sets;
  readonly course: ScanRange;
  at: Position;
  /** Nothing can follow. */
  over: boolean;
  #leaders: readonly Union[];

  constructor(sets: Sets, course: ScanRange) {
    this.sets = sets;
    this.course = course;
    this.at = course.start;
    this.over = course.isOver(course.start) || sets.range.low > sets.range.high;
    this.#leaders = sets.along ? [sets.along] : sets.within;
  }

  /** The sets of which each candidate is an entry, in the order of the answer. */
  get leaders(): readonly Union[] {
    return this.#leaders;
  }

  /** Goes along these entries instead of a whole timeline: they must be all that can be wanted. */
  followOnly(entries: Union): void {
    this.#leaders = [entries];
  }

  /** The next `count` entries, or fewer when the next one is blocked. */
  take(count: number): Found[] {
    const found: Found[] = [];
    while (found.length < count) {
      const candidate = this.#leap();
      const verdict = candidate && this.judge(candidate.key);
      if (!candidate || verdict === undefined) break;
      if (verdict) found.push(candidate);
      this.at = this.course.next(candidate.at);
    }
    return found;
  }

  /** undefined: some set doesn't know, and none refutes it. */
  judge(key: Position): boolean | undefined {
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

  /** Moves `at` to where the next candidate can be. @returns it, when it is known */
  #leap(): Found | undefined {
    for (let moved = true; moved;) {
      moved = false;
      for (const leader of this.#leaders) {
        const next = this.over ? undefined : leader.next(this.at);
        if (next === undefined || this.course.isOver(next)) {
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
