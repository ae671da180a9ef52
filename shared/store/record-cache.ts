import type * as v from 'valibot';
import { REFERENCE_LIFE_MS, TimedCache } from '../core/cache.ts';
import { parseRecord, type Versioned } from './record.ts';
import { keyText, type Item, type Key } from './table.ts';

interface Options<T> {
  schema: v.GenericSchema<T>;
  keyOf: (id: number) => Key;
  maxRecords: number;
  /** Whether a record may be cached: false when it is about to change. */
  isStable?: (record: T) => boolean;
}

/** Caches records for some seconds, for answers of other records that show them. */
export class RecordCache<T extends { id: number }> {
  readonly #cache: TimedCache<number, T>;
  readonly #options: Options<T>;

  constructor(options: Options<T>) {
    this.#cache = new TimedCache(REFERENCE_LIFE_MS, options.maxRecords);
    this.#options = options;
  }

  /** Parses a record's item, and caches the record. */
  parse(item: Item): Versioned<T> {
    const record = parseRecord(this.#options.schema, item);
    if (this.#options.isStable?.(record.value) ?? true) this.#cache.set(record.value.id, record.value);
    return record;
  }

  get(id: number): T | undefined {
    return this.#cache.get(id);
  }

  delete(id: number): void {
    this.#cache.delete(id);
  }

  /** The records by id, without unknown ids; calls `read` for those that aren't cached. */
  async getAll(
    ids: readonly number[],
    read: (keys: readonly Key[]) => Promise<ReadonlyMap<string, Item>>,
  ): Promise<Map<number, T>> {
    const keys = new Map(
      ids.filter(id => this.get(id) === undefined).map(id => [id, this.#options.keyOf(id)]),
    );
    const items = keys.size > 0 ? await read([...keys.values()]) : new Map<string, Item>();
    const fresh = [...keys.values()].flatMap(key => {
      const item = items.get(keyText(key));
      return item ? [this.parse(item).value] : [];
    });
    const known = [...ids.flatMap(id => this.get(id) ?? []), ...fresh];
    return new Map(known.map(record => [record.id, record]));
  }
}
