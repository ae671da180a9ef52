import { InvalidInput } from '../../core/errors.ts';
import { idAt, timestampAt, type Position } from '../../values/position.ts';
import { getItems, keyText, queryItems, type Item } from '../table.ts';
import { entryKey } from '../timeline.ts';
import { ScanRange, type Range } from './scan-range.ts';

/**
 * Finds all entries that satisfy a query, for lists with an exact total or a ranking; run.ts finds only a page. Reads keys, never records:
 * the smallest term completely, the others as far as that is cheaper than looking the candidates up.
 */
export interface ExhaustiveQuery {
  /** The entry must be in at least one timeline of each term. At least one term. */
  terms: readonly (readonly string[])[];
  range: Range;
  consistent: boolean;
  /** The size of the first read. Only tests set it; the default is FIRST_BLOCK. */
  block?: number;
}

/** Looking up one key costs as many read units as reading about eighty consecutive entries. */
const PROBE_COST = 80;
const FIRST_BLOCK = 4000;
const BLOCK_GROWTH = 4;

/** Limits the work of one request, measured in consecutively read entries. */
export class Allowance {
  readonly #most: number;
  spent = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws InvalidInput when the limit is exceeded */
  spend(entries: number): void {
    this.spent += entries;
    if (this.spent > this.#most)
      throw new InvalidInput(`The request would examine more than ${this.#most} entries: narrow it down`);
  }
}

/** @returns the positions with the sum of their entries' weights. @throws InvalidInput when the limit is exceeded */
export async function findAll(query: ExhaustiveQuery, allowance: Allowance): Promise<Map<Position, number>> {
  const sets = query.terms.map(timelines => new Members(timelines, query, allowance));
  let { block = FIRST_BLOCK } = query;
  for (; !sets.some(set => set.isKnown); block *= BLOCK_GROWTH)
    await Promise.all(sets.map(set => set.read(block)));
  for (; ; block *= BLOCK_GROWTH) {
    const found = intersect(sets.filter(set => set.isKnown));
    const open = sets.filter(set => !set.isKnown);
    if (open.length === 0 || found.size === 0) return found;
    await Promise.all(open.map(set => set.lookFor(found, block)));
  }
}

function intersect(sets: readonly Members[]): Map<Position, number> {
  const [smallest, ...others] = [...sets].sort((a, b) => a.weights.size - b.weights.size);
  const found = new Map<Position, number>();
  for (const [position, weight] of smallest?.weights ?? []) {
    if (others.every(set => set.weights.has(position)))
      found.set(
        position,
        others.reduce((sum, set) => sum + (set.weights.get(position) ?? 0), weight),
      );
  }
  return found;
}

/** The known part of one term: the entries of its timelines, read from their beginnings. */
class Members {
  readonly weights = new Map<Position, number>();
  readonly #timelines: readonly string[];
  readonly #scanRange: ScanRange;
  readonly #consistent: boolean;
  readonly #allowance: Allowance;
  #open: { timeline: string; from: Position }[];
  #read = 0;

  constructor(
    timelines: readonly string[],
    { range, consistent }: Omit<ExhaustiveQuery, 'terms'>,
    allowance: Allowance,
  ) {
    this.#timelines = [...new Set(timelines)];
    this.#scanRange = new ScanRange('oldest', range);
    this.#consistent = consistent;
    this.#allowance = allowance;
    const isEmpty = this.#scanRange.isOver(this.#scanRange.start);
    this.#open = isEmpty ? [] : this.#timelines.map(timeline => ({ timeline, from: this.#scanRange.start }));
  }

  /** True when every position that isn't in `weights` is either not in the term or was no candidate at look-up. */
  get isKnown(): boolean {
    return this.#open.length === 0;
  }

  /** Reads the next `count` entries of each timeline. */
  async read(count: number): Promise<void> {
    const left = await Promise.all(this.#open.map(open => this.#readOn(open, count)));
    this.#open = left.flat();
  }

  /**
   * Finds out which candidates are in the term. It reads on until reading has cost as much as looking them up, and then looks them up. So it
   * costs at most twice as much as the cheaper way.
   */
  async lookFor(candidates: ReadonlyMap<Position, unknown>, count: number): Promise<void> {
    const cost = PROBE_COST * candidates.size * this.#timelines.length;
    if (this.#read < cost) {
      await this.read(count);
      return;
    }
    this.#allowance.spend(cost);
    const keys = this.#timelines.flatMap(timeline =>
      [...candidates.keys()].map(at => entryKey({ timeline, ts: timestampAt(at), id: idAt(at) })),
    );
    const items = await getItems(keys, { consistent: this.#consistent });
    for (const key of keys) {
      const item = items.get(keyText(key));
      if (item) this.#addWeight(item);
    }
    this.#open = [];
  }

  async #readOn({ timeline, from }: { timeline: string; from: Position }, count: number) {
    const { pk } = entryKey({ timeline, ts: 0, id: 0 });
    const between = [from, this.#scanRange.end] as const;
    const items = await queryItems({ pk, between, limit: count, consistent: this.#consistent });
    this.#allowance.spend(items.length);
    this.#read += items.length;
    items.forEach(item => this.#addWeight(item));
    const last = items.at(-1);
    if (!last || items.length < count) return [];
    const next = this.#scanRange.next(String(last.sk));
    return this.#scanRange.isOver(next) ? [] : [{ timeline, from: next }];
  }

  #addWeight({ sk, weight }: Item): void {
    const position = String(sk);
    const known = this.weights.get(position) ?? 0;
    this.weights.set(position, typeof weight === 'number' ? Math.max(known, weight) : known);
  }
}
