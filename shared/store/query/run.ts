import { logDebug } from '../../core/log.ts';
import { idAt, type Position } from '../../core/position.ts';
import { Intersection } from './intersection.ts';
import { Planner } from './planner.ts';
import { ScanRange, EVERYWHERE, type Direction, type Range } from './scan-range.ts';
import { Source, type Found } from './source.ts';
import { TimelineBuffer } from './timeline-buffer.ts';
import { Union } from './union.ts';

/** Beyond the entries that `offset` skips. What is not found by then is left to the next request. */
export const BUDGET = 5000;
const MIN_FIRST_BLOCK = 100;
/** A set of fewer entries is sorted into another order at once: it may be rare along that order. */
const MIN_ENTRIES_TO_WALK = 300;
const MIN_PER_TIMELINE = 10;
const MAX_TESTED_PER_ROUND = 300;

/** An entry that was found. */
export interface Match {
  id: number;
  /** In the common order. */
  key: Position;
}

/**
 * Tells which of some entries are wanted, in a few round trips: what no timeline knows. When there are `enough`, the rest need not be
 * looked at.
 */
export type Test = (matches: readonly Match[], enough: number) => Promise<readonly boolean[]>;

/** Another order than the common one. */
export interface Along {
  /** They hold every entry that the terms can find, and carry its place in the common order. */
  timelines: readonly string[];
  /** Where entries lie in this order; undefined when they are gone. In the order given. */
  places: (matches: readonly Match[]) => Promise<readonly (Position | undefined)[]>;
}

export interface TimelineQuery {
  /** Of each term, one of its timelines holds the entry. At least one term, unless `along` is given. */
  terms: readonly (readonly string[])[];
  /** None of these holds it. */
  without: readonly string[];
  /** Positions in the common order. */
  range: Range;
  direction: Direction;
  /** The order of the answer, if not the common one. */
  along?: Along | undefined;
  test?: Test | undefined;
  offset: number;
  limit: number;
  after: Position | undefined;
  consistent: boolean;
  /** For tests; else BUDGET. */
  budget?: number;
}

export interface Matches {
  matches: Match[];
  /** Where to go on: behind the page, or where the budget was spent. Absent when nothing can follow. */
  next?: Position | undefined;
  /** Matches that are to be skipped from there on. */
  skip: number;
  examined: number;
  rounds: number;
}

/**
 * One page of the entries that satisfy a query, exactly. What it costs grows with the page, and with how rarely the terms meet:
 * where they hardly do, the budget ends the request, and `next` leads on.
 */
export async function runQuery(query: TimelineQuery): Promise<Matches> {
  const run = new Run(query);
  await run.fill();
  return run.page();
}

class Run {
  readonly #query: TimelineQuery;
  readonly #common: ScanRange;
  readonly #entries: Intersection;
  readonly #source: Source;
  readonly #planner: Planner;
  readonly #wanted: number;
  readonly #budget: number;
  readonly #accepted: Found[] = [];
  #tested = 0;
  #width: number;

  constructor(query: TimelineQuery) {
    const { offset, limit, consistent, budget = BUDGET } = query;
    this.#query = query;
    this.#wanted = offset + limit + 1;
    this.#budget = budget + offset;
    this.#width = this.#wanted;
    const { direction, range, along, after } = query;
    this.#common = new ScanRange(direction, range, along ? undefined : after);
    const course = along ? new ScanRange(direction, EVERYWHERE, after) : this.#common;
    this.#entries = intersectionOf(query, this.#common, course);
    this.#source = new Source(consistent);
    this.#planner = new Planner(this.#source, this.#entries, this.#firstBlock());
  }

  /** Until the page is full, nothing follows, or the budget is spent. */
  async fill(): Promise<void> {
    if (this.#query.along) await this.#beginAlong(this.#query.along);
    while (!this.#isFull()) {
      const found = this.#entries.take(this.#query.test ? this.#nextTests() : this.#missing());
      const goesOn = found.length < this.#missing() && !this.#entries.over && !this.#isSpent();
      if (found.length === 0 && !goesOn) return;
      await Promise.all([this.#accept(found), ...(goesOn ? [this.#planner.read(this.#left())] : [])]);
    }
  }

  /** A set that ends within its first block is put into the order asked for, and need not be looked for along it. */
  async #beginAlong({ places }: Along): Promise<void> {
    if (this.#entries.over) return;
    await this.#planner.read(this.#left());
    const { course, sets } = this.#entries;
    const [few] = sets.within
      .filter(set => set.done)
      .map(set => ({ set, entries: set.known(this.#common.start) }))
      .sort((a, b) => a.entries.length - b.entries.length);
    if (!few) return;
    this.#tested += few.entries.length;
    const found = await places(few.entries.map(toMatch));
    const placed = few.entries.flatMap(({ key }, index) => ({ at: found[index], key }));
    const known = placed.flatMap(({ at, key }) => (at === undefined ? [] : { at, key }));
    known.sort((a, b) => course.compare(a.at, b.at));
    const name = few.set.windows.map(window => window.timeline).join(' or ');
    this.#entries.followOnly(new Union([TimelineBuffer.of(name, known, course)], course));
  }

  page(): Matches {
    const { offset, limit } = this.#query;
    const page = this.#accepted.slice(offset, offset + limit);
    const last = page.at(-1);
    const spent = this.#entries.over ? undefined : this.#entries.course.previous(this.#entries.at);
    const next = this.#isFull() ? last?.at : spent;
    const answer = {
      matches: page.map(toMatch),
      next,
      skip: Math.max(0, offset - this.#accepted.length),
      examined: this.#source.examined + this.#tested,
      rounds: this.#planner.rounds,
    };
    logDebug('timelines queried', {
      ...this.#planner.plan(),
      examined: answer.examined,
      found: page.length,
      end: this.#isFull() ? 'page' : next === undefined ? 'list' : 'budget',
    });
    return answer;
  }

  async #accept(found: readonly Found[]): Promise<void> {
    const { test } = this.#query;
    if (!test || found.length === 0) {
      this.#accepted.push(...found);
      return;
    }
    this.#tested += found.length;
    const wanted = await test(found.map(toMatch), this.#missing());
    this.#accepted.push(...found.filter((_, index) => wanted[index]));
  }

  /** Tests look at more each time, so that a test that few entries pass needs few round trips. */
  #nextTests(): number {
    if (this.#isSpent()) return 0;
    const count = Math.min(this.#width, MAX_TESTED_PER_ROUND, Math.max(1, this.#left()));
    this.#width *= 2;
    return count;
  }

  #missing(): number {
    return this.#wanted - this.#accepted.length;
  }

  #isFull(): boolean {
    return this.#missing() <= 0;
  }

  #left(): number {
    return this.#budget - this.#source.examined - this.#tested;
  }

  /** At least one position is decided, whatever that takes: each request gets on. */
  #isSpent(): boolean {
    return this.#left() <= 0 && this.#entries.at !== this.#entries.course.start;
  }

  /** A single set is read in one round trip; of several, the beginnings tell first how dense they are. */
  #firstBlock(): number {
    const { terms, without, along, test } = this.#query;
    const timelines = [...terms.flat(), ...without, ...(along?.timelines ?? [])].length;
    const plain = terms.length + (along ? 1 : 0) === 1 && without.length === 0;
    const least = along ? MIN_ENTRIES_TO_WALK : MIN_FIRST_BLOCK;
    const wished = plain ? this.#wanted : Math.max(least, 2 * this.#wanted);
    const share = (plain && !test ? this.#budget : this.#budget / 4) / timelines;
    return Math.min(wished, Math.max(MIN_PER_TIMELINE, Math.floor(share)));
  }
}

function toMatch({ at, key }: Found): Match {
  return { id: idAt(at), key };
}

function intersectionOf(
  { terms, without, range, along }: TimelineQuery,
  common: ScanRange,
  course: ScanRange,
): Intersection {
  const sets = {
    within: terms.map(timelines => Union.of(timelines, common)),
    without: without.length > 0 ? [Union.of(without, common)] : [],
    along: along && Union.of(along.timelines, course),
    range,
  };
  return new Intersection(sets, course);
}
