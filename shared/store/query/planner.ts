import { positionOf, timestampAt, type Position } from '../../core/position.ts';
import type { Intersection } from './intersection.ts';
import type { Found, Probe, Source } from './source.ts';
import type { TimelineBuffer } from './timeline-buffer.ts';
import type { Union } from './union.ts';

/**
 * Reading a hundred entries in a row costs what one or two probed keys cost, but takes as long as many: a set that is up to this
 * much denser than the candidates is read beside them, a denser one is probed for each.
 */
const DENSITY_TO_PROBE = 8;
const MAX_BLOCK = 2000;
const MAX_PROBES = 1000;
const MIN_BLOCK = 16;
/** Densities are estimates: read a little more than they say. */
const MARGIN = 1.25;
/** The first entries often suffice: only when they didn't, the next ones are fetched while they are asked about. */
const PATIENT_ROUNDS = 2;

interface Scan {
  window: TimelineBuffer;
  count: number;
}

interface Round {
  scans: Scan[];
  probes: { window: TimelineBuffer; key: Position }[];
}

/** What a query says of itself in the log. */
export interface Plan {
  driver: string[];
  rounds: number;
  scanned: string[];
  probed: string[];
}

/**
 * Chooses what to read next, and reads it in one round trip.
 *
 * First the beginning of every set. It tells how dense they are: the sparsest set drives, since each of its entries is looked at.
 * The others are then asked about the driver's entries: by reading them over the same time, or by key.
 */
export class Planner {
  rounds = 0;
  readonly #source: Source;
  readonly #query: Intersection;
  readonly #scanned = new Set<string>();
  readonly #probed = new Set<string>();
  #driver: Union | undefined;
  #block: number;

  constructor(source: Source, query: Intersection, firstBlock: number) {
    this.#source = source;
    this.#query = query;
    this.#block = firstBlock;
  }

  plan(): Plan {
    return {
      driver: (this.#driver ?? this.#sparsest()).windows.map(window => window.timeline),
      rounds: this.rounds,
      scanned: [...this.#scanned],
      probed: [...this.#probed],
    };
  }

  /** One round trip. `most`: how many entries it may about examine. */
  async read(most: number): Promise<void> {
    this.rounds++;
    if (this.rounds === 1) {
      await this.#begin();
      return;
    }
    this.#block = Math.min(this.#block * 2, MAX_BLOCK);
    const driver = this.#sparsest();
    this.#driver = driver;
    await this.#advance(driver, Math.max(MIN_BLOCK, most));
  }

  async #begin(): Promise<void> {
    const { within, without, along } = this.#query.sets;
    const sets = [...within, ...without, ...(along ? [along] : [])];
    await Promise.all(sets.map(set => set.begin(this.#source, this.#block)));
  }

  async #advance(driver: Union, most: number): Promise<void> {
    const { at } = this.#query;
    const candidates = this.#candidates(driver, most);
    const block = Math.min(this.#block, most);
    const goesOn =
      !driver.done && candidates.length < block && (candidates.length === 0 || this.rounds > PATIENT_ROUNDS);
    const until = goesOn
      ? this.#expectedEnd(driver, candidates.at(-1)?.at ?? at, block)
      : candidates.at(-1)?.at;
    const { scans, probes } = this.#ask(driver, candidates, until, goesOn ? block : 0);
    const planned = scans.reduce((sum, { count }) => sum + count, probes.length + (goesOn ? block : 0));
    const share = Math.min(1, most / planned);
    await Promise.all([
      ...(goesOn ? [driver.read(this.#source, Math.ceil(block * share), at)] : []),
      ...scans.map(scan => this.#scan({ ...scan, count: Math.ceil(scan.count * share) })),
      this.#probe(probes),
    ]);
  }

  /** The driver's known entries that no set has refuted, as many as may be asked about at once. */
  #candidates(driver: Union, most: number): Found[] {
    const timelines = this.#others(driver).reduce((sum, set) => sum + set.windows.length, 0);
    const room = Math.floor(Math.min(MAX_PROBES, most) / Math.max(1, timelines));
    return driver
      .known(this.#query.at)
      .filter(({ key }) => this.#query.judge(key) !== false)
      .slice(0, Math.max(1, room));
  }

  /** Where the driver's next block should end. */
  #expectedEnd(driver: Union, from: Position, block: number): Position {
    const { course } = this.#query;
    const seconds = Math.ceil(block / driver.density);
    const [ts, end] = [timestampAt(from), timestampAt(course.end)];
    return course.direction === 'newest'
      ? positionOf(Math.max(ts - seconds, end), 0)
      : positionOf(Math.min(ts + seconds, end), 0);
  }

  /** How each timeline that doesn't know some candidate is to be asked. */
  #ask(driver: Union, candidates: readonly Found[], until: Position | undefined, coming: number): Round {
    const round: Round = { scans: [], probes: [] };
    if (until === undefined) return round;
    for (const set of this.#others(driver)) {
      const open = candidates.filter(({ key }) => set.holds(key) === undefined);
      for (const window of set.windows) {
        const unknown = open.filter(({ key }) => window.holds(key) === undefined);
        const scan = this.#scanOf(window, unknown, until, coming);
        if (scan) round.scans.push(scan);
        else {
          round.probes.push(...unknown.map(({ key }) => ({ window, key })));
          round.scans.push(...this.#sample(window, unknown));
        }
      }
    }
    return round;
  }

  /** A read over the time of the candidates, known and coming, if that is worth it. */
  #scanOf(
    window: TimelineBuffer,
    unknown: readonly Found[],
    until: Position,
    coming: number,
  ): Scan | undefined {
    const { sets, course, at } = this.#query;
    if (sets.along || window.done) return undefined;
    const from = course.furthest(window.horizon ?? at, at);
    if (!course.isBefore(from, until)) return undefined;
    const expected = window.density * Math.abs(timestampAt(from) - timestampAt(until));
    if (expected > DENSITY_TO_PROBE * (unknown.length + coming)) return undefined;
    return { window, count: Math.ceil(expected * MARGIN) + MIN_BLOCK };
  }

  /** Once probing has become a long walk, a few entries are read as well: they tell of gaps to leap over, and how dense the set is here. */
  #sample(window: TimelineBuffer, probed: readonly Found[]): Scan[] {
    const pays = probed.length > MIN_BLOCK && this.rounds > PATIENT_ROUNDS && !this.#query.sets.along;
    return pays ? [{ window, count: MIN_BLOCK }] : [];
  }

  async #scan({ window, count }: Scan): Promise<void> {
    this.#scanned.add(window.timeline);
    await window.read(this.#source, count, this.#query.at);
  }

  async #probe(probes: Round['probes']): Promise<void> {
    if (probes.length === 0) return;
    const asked = probes.map(({ window, key }): Probe => ({ timeline: window.timeline, key }));
    const present = await this.#source.probe(asked);
    probes.forEach(({ window, key }, index) => {
      window.note(key, present[index] ?? false);
      this.#probed.add(window.timeline);
    });
  }

  #others(driver: Union): Union[] {
    const { within, without } = this.#query.sets;
    return [...within, ...without].filter(set => set !== driver);
  }

  /** A set that is wholly known has the fewest entries left; among the others the least dense has. */
  #sparsest(): Union {
    const { leaders, at } = this.#query;
    const [first, ...others] = leaders;
    if (!first) throw new Error('a query names at least one set to read along');
    const weight = (set: Union): number =>
      set.done ? set.known(at).length - Number.MAX_SAFE_INTEGER : set.density;
    return others.reduce((sparsest, set) => (weight(set) < weight(sparsest) ? set : sparsest), first);
  }
}
