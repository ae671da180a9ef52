import type { Position } from '../../values/position.ts';
import { logDebug } from '../../log/log.ts';
import { Intersection } from './intersection.ts';
import { Planner } from './planner.ts';
import { ScanRange, EVERYWHERE } from './scan-range.ts';
import { Source, toMatch, type Found } from './source.ts';
import { BUDGET, type Matches, type SecondaryOrder, type TimelineQuery } from './timeline-query.ts';
import { TimelineBuffer } from './timeline-buffer.ts';
import { Union } from './union.ts';

const MIN_FIRST_BLOCK = 100;
/** A set with fewer entries is sorted into the secondary order at once, because it may be rare in that order. */
const MIN_ENTRIES_TO_WALK = 300;
const MIN_PER_TIMELINE = 10;
const MAX_TESTED_PER_ROUND = 300;

/** Finds one page with set algebra over several timelines: reads, intersects and tests them round by round. */
export class SetQuery {
  readonly #query: TimelineQuery;
  readonly #common: ScanRange;
  readonly #entries: Intersection;
  readonly #source: Source;
  readonly #planner: Planner;
  readonly #wanted: number;
  readonly #budget: number;
  readonly #accepted: Found[] = [];
  /** Where a test has stopped. */
  #stop: Position | undefined;
  #tested = 0;
  #width: number;

  constructor(query: TimelineQuery) {
    const { offset, limit, consistent, budget = BUDGET } = query;
    this.#query = query;
    this.#wanted = offset + limit + 1;
    this.#budget = budget + offset;
    this.#width = this.#wanted;
    const { direction, range, secondaryOrder, after } = query;
    this.#common = new ScanRange(direction, range, secondaryOrder ? undefined : after);
    const scanRange = secondaryOrder
      ? new ScanRange(direction, secondaryOrder.range ?? EVERYWHERE, after)
      : this.#common;
    this.#entries = createIntersection(query, this.#common, scanRange);
    this.#source = new Source({ consistent });
    this.#planner = new Planner(this.#source, this.#entries, this.#firstBlock());
  }

  /** Reads until the page is full, the list ends, or the budget is spent. */
  async fill(): Promise<void> {
    if (this.#query.secondaryOrder) await this.#startSecondaryOrder(this.#query.secondaryOrder);
    while (!this.#isFull() && this.#stop === undefined) {
      const found = this.#entries.take(this.#query.test ? this.#nextTests() : this.#missing());
      const goesOn = found.length < this.#missing() && !this.#entries.over && !this.#isSpent();
      if (found.length === 0 && !goesOn) return;
      await Promise.all([this.#accept(found), ...(goesOn ? [this.#planner.read(this.#left())] : [])]);
    }
  }

  /** A set that fits the first block is sorted into the secondary order, so that it need not be searched along it. */
  async #startSecondaryOrder({ places }: SecondaryOrder): Promise<void> {
    if (this.#entries.over) return;
    await this.#planner.read(this.#left());
    const { scanRange, sets } = this.#entries;
    const [few] = sets.within
      .filter(set => set.done)
      .map(set => ({ set, entries: set.known(this.#common.start) }))
      .sort((a, b) => a.entries.length - b.entries.length);
    if (!few) return;
    this.#tested += few.entries.length;
    const found = await places(few.entries.map(toMatch));
    const placed = few.entries.flatMap(({ key }, index) => ({ at: found[index], key }));
    const known = placed.flatMap(({ at, key }) => (at === undefined ? [] : { at, key }));
    known.sort((a, b) => scanRange.compare(a.at, b.at));
    const name = few.set.buffers.map(buffer => buffer.timeline).join(' or ');
    this.#entries.followOnly(new Union([TimelineBuffer.of(name, known, scanRange)], scanRange));
  }

  page(): Matches {
    const { offset, limit } = this.#query;
    const page = this.#accepted.slice(offset, offset + limit);
    const last = page.at(-1);
    const spent = this.#entries.over ? undefined : this.#entries.scanRange.previous(this.#entries.at);
    const next = this.#isFull() ? last?.at : (this.#stop ?? spent);
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
    // Each test is twice as long as the one before it, so that one with few matches needs few round trips.
    this.#width *= 2;
    const wanted = await test(found.map(toMatch), this.#missing());
    if (wanted.length < found.length) this.#stop = found[wanted.length - 1]?.at;
    this.#accepted.push(...found.filter((_, index) => wanted[index]));
  }

  /** How many entries may be tested at once. */
  #nextTests(): number {
    return this.#isSpent() ? 0 : Math.min(this.#width, MAX_TESTED_PER_ROUND, Math.max(1, this.#left()));
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

  /** Decides at least one position at any cost, so that each request makes progress. */
  #isSpent(): boolean {
    return this.#left() <= 0 && this.#entries.at !== this.#entries.scanRange.start;
  }

  /** A single set is read in one round trip; of several sets, the beginnings first show how dense they are. */
  #firstBlock(): number {
    const { terms, without, secondaryOrder, test } = this.#query;
    const timelines = [...terms.flat(), ...without, ...(secondaryOrder?.timelines ?? [])].length;
    const plain = terms.length + (secondaryOrder ? 1 : 0) === 1 && without.length === 0;
    const least = secondaryOrder ? MIN_ENTRIES_TO_WALK : MIN_FIRST_BLOCK;
    const needed = plain ? this.#wanted : Math.max(least, 2 * this.#wanted);
    const share = (plain && !test ? this.#budget : this.#budget / 4) / timelines;
    return Math.min(needed, Math.max(MIN_PER_TIMELINE, Math.floor(share)));
  }
}

function createIntersection(
  { terms, without, range, secondaryOrder, partOf = () => undefined }: TimelineQuery,
  common: ScanRange,
  scanRange: ScanRange,
): Intersection {
  const sets = {
    within: terms.map(timelines => Union.of(timelines, common)),
    without: without.length > 0 ? [Union.of(without, common)] : [],
    secondaryOrder: secondaryOrder && Union.of(secondaryOrder.timelines, scanRange),
    ...{ range, partOf },
  };
  return new Intersection(sets, scanRange);
}
