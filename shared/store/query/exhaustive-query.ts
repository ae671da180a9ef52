import { InvalidInput } from '../../core/errors.ts';
import { idAt, timestampAt, type Position } from '../../core/position.ts';
import { getItems, keyText, queryItems, type Item } from '../table.ts';
import { entryKey } from '../timeline.ts';
import { ScanRange, type Range } from './scan-range.ts';

/**
 * All entries that satisfy a query: where a list says how many there are, or ranks them, a page's worth (run.ts) is not enough. Reads
 * keys, never records. The smallest term is read whole; of the others as much as is cheaper than to look the candidates up.
 */
export interface WholeQuery {
  /** Of each term, one of its timelines holds the entry. At least one term. */
  terms: readonly (readonly string[])[];
  range: Range;
  consistent: boolean;
  /** For tests; else FIRST_BLOCK. */
  block?: number;
}

/** What DynamoDB charges for looking one key up is what it charges for some eighty entries read in a row. */
const PROBE_COST = 80;
const FIRST_BLOCK = 4000;
const GROWTH = 4;

/** How much one request may look at, in entries read in a row. */
export class Allowance {
  readonly #most: number;
  spent = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** @throws InvalidInput when it is used up */
  spend(entries: number): void {
    this.spent += entries;
    if (this.spent > this.#most)
      throw new InvalidInput(`This asks to look through more than ${this.#most} entries: narrow it down`);
  }
}

/** @returns the positions, each with the sum of what its entries weigh. @throws InvalidInput when the allowance is used up */
export async function findAll(query: WholeQuery, allowance: Allowance): Promise<Map<Position, number>> {
  const sets = query.terms.map(timelines => new Members(timelines, query, allowance));
  let { block = FIRST_BLOCK } = query;
  for (; !sets.some(set => set.isKnown); block *= GROWTH) await Promise.all(sets.map(set => set.read(block)));
  for (; ; block *= GROWTH) {
    const found = common(sets.filter(set => set.isKnown));
    const open = sets.filter(set => !set.isKnown);
    if (open.length === 0 || found.size === 0) return found;
    await Promise.all(open.map(set => set.lookFor(found, block)));
  }
}

function common(sets: readonly Members[]): Map<Position, number> {
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

/** What is known of one term: the entries of several timelines, read from their beginnings on. */
class Members {
  readonly weights = new Map<Position, number>();
  readonly #timelines: readonly string[];
  readonly #course: ScanRange;
  readonly #consistent: boolean;
  readonly #allowance: Allowance;
  #open: { timeline: string; from: Position }[];
  #read = 0;

  constructor(
    timelines: readonly string[],
    { range, consistent }: Omit<WholeQuery, 'terms'>,
    allowance: Allowance,
  ) {
    this.#timelines = [...new Set(timelines)];
    this.#course = new ScanRange('oldest', range);
    this.#consistent = consistent;
    this.#allowance = allowance;
    const isEmpty = this.#course.isOver(this.#course.start);
    this.#open = isEmpty ? [] : this.#timelines.map(timeline => ({ timeline, from: this.#course.start }));
  }

  /** What isn't among the weights isn't in the term (or was a candidate no longer when it was looked up). */
  get isKnown(): boolean {
    return this.#open.length === 0;
  }

  /** Reads on by so many entries of each timeline. */
  async read(count: number): Promise<void> {
    const left = await Promise.all(this.#open.map(open => this.#readOn(open, count)));
    this.#open = left.flat();
  }

  /**
   * Gets on with knowing which candidates are in the term. Reads on until that has cost what looking them up costs, and then looks
   * them up: so it never costs more than twice what the better way would have.
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
    const items = await getItems(keys, this.#consistent);
    for (const key of keys) {
      const item = items.get(keyText(key));
      if (item) this.#note(item);
    }
    this.#open = [];
  }

  async #readOn({ timeline, from }: { timeline: string; from: Position }, count: number) {
    const { pk } = entryKey({ timeline, ts: 0, id: 0 });
    const between = [from, this.#course.end] as const;
    const items = await queryItems({ pk, between, limit: count, consistent: this.#consistent });
    this.#allowance.spend(items.length);
    this.#read += items.length;
    items.forEach(item => this.#note(item));
    const last = items.at(-1);
    if (!last || items.length < count) return [];
    const next = this.#course.next(String(last.sk));
    return this.#course.isOver(next) ? [] : [{ timeline, from: next }];
  }

  #note({ sk, weight }: Item): void {
    const position = String(sk);
    const known = this.weights.get(position) ?? 0;
    this.weights.set(position, typeof weight === 'number' ? Math.max(known, weight) : known);
  }
}
