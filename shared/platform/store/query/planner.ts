import { makePosition, timestampAt, type Position } from '../../values/position.ts';
import type { Intersection } from './intersection.ts';
import { chooseReads, excludeOtherParts, MIN_BLOCK, otherSets, type Reads, type Scan } from './reads.ts';
import type { Found, Probe, Source } from './source.ts';
import type { Union } from './union.ts';

const MAX_BLOCK = 2000;
const MAX_PROBES = 1000;
/** The first blocks often suffice, so later ones are prefetched only after this many rounds. */
const PATIENT_ROUNDS = 2;

/** The query plan for the log. */
export interface Plan {
  driver: string[];
  rounds: number;
  scanned: string[];
  probed: string[];
}

/**
 * Chooses the next reads and does them in one round trip.
 *
 * The first round reads the beginning of every set, which shows their densities. The sparsest set becomes the driver, because each of its
 * entries is examined; in the other sets only its entries are looked for, by reading the same period or by probing keys.
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
      driver: (this.#driver ?? this.#sparsest()).buffers.map(buffer => buffer.timeline),
      rounds: this.rounds,
      scanned: [...this.#scanned],
      probed: [...this.#probed],
    };
  }

  /** Does one round trip. `most` is approximately how many entries it may examine. */
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
    const { within, without, secondaryOrder } = this.#query.sets;
    const sets = [...within, ...without, ...(secondaryOrder ? [secondaryOrder] : [])];
    await Promise.all(sets.map(set => set.begin(this.#source, this.#block)));
  }

  async #advance(driver: Union, most: number): Promise<void> {
    const { at } = this.#query;
    const candidates = this.#candidates(driver, most);
    excludeOtherParts(this.#query, driver, candidates);
    const block = Math.min(this.#block, most);
    const goesOn =
      !driver.done && candidates.length < block && (candidates.length === 0 || this.rounds > PATIENT_ROUNDS);
    const until = goesOn
      ? this.#expectedEnd(driver, candidates.at(-1)?.at ?? at, block)
      : candidates.at(-1)?.at;
    const coming = goesOn ? block : 0;
    const isPatient = this.rounds > PATIENT_ROUNDS;
    const { scans, probes } = chooseReads(this.#query, { driver, candidates, until, coming, isPatient });
    const planned = scans.reduce((sum, { count }) => sum + count, probes.length + coming);
    const share = Math.min(1, most / planned);
    await Promise.all([
      ...(goesOn ? [driver.read(this.#source, Math.ceil(block * share), at)] : []),
      ...scans.map(scan => this.#scan({ ...scan, count: Math.ceil(scan.count * share) })),
      this.#probe(probes),
    ]);
  }

  /** The driver's known entries that no set excludes, as many as can be checked in one round. */
  #candidates(driver: Union, most: number): Found[] {
    const timelines = otherSets(this.#query, driver).reduce((sum, set) => sum + set.buffers.length, 0);
    const room = Math.floor(Math.min(MAX_PROBES, most) / Math.max(1, timelines));
    return driver
      .known(this.#query.at)
      .filter(({ key }) => this.#query.isMatch(key) !== false)
      .slice(0, Math.max(1, room));
  }

  /** Estimates where the driver's next block ends. */
  #expectedEnd(driver: Union, from: Position, block: number): Position {
    const { scanRange } = this.#query;
    const seconds = Math.ceil(block / driver.density);
    const [ts, end] = [timestampAt(from), timestampAt(scanRange.end)];
    return scanRange.direction === 'newest'
      ? makePosition(Math.max(ts - seconds, end), 0)
      : makePosition(Math.min(ts + seconds, end), 0);
  }

  async #scan({ buffer, count }: Scan): Promise<void> {
    this.#scanned.add(buffer.timeline);
    await buffer.read(this.#source, count, this.#query.at);
  }

  async #probe(probes: Reads['probes']): Promise<void> {
    if (probes.length === 0) return;
    const keyProbes = probes.map(({ buffer, key }): Probe => ({ timeline: buffer.timeline, key }));
    const present = await this.#source.probe(keyProbes);
    probes.forEach(({ buffer, key }, index) => {
      buffer.setProbed(key, present[index] ?? false);
      this.#probed.add(buffer.timeline);
    });
  }

  /** A completely read set has the fewest entries left; among the others, the least dense one. */
  #sparsest(): Union {
    const { leaders, at } = this.#query;
    const [first, ...others] = leaders;
    if (!first) throw new Error('a query needs at least one set');
    const weight = (set: Union): number =>
      set.done ? set.known(at).length - Number.MAX_SAFE_INTEGER : set.density;
    return others.reduce((sparsest, set) => (weight(set) < weight(sparsest) ? set : sparsest), first);
  }
}
