import type * as v from 'valibot';
import { REFERENCE_LIFE_MS, TimedCache } from '../core/cache.ts';
import { parseRecord, type Versioned } from './record.ts';
import { keyText, type Item, type Key } from './table.ts';

/** Of the cached records of a kind together. */
const MAX_BYTES = 20_000_000;
/** Of a record's JSON, for what it is parsed to. */
const BYTES_PER_CHARACTER = 2;

interface Options<T> {
  schema: v.GenericSchema<unknown, T>;
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
    this.#cache = new TimedCache(REFERENCE_LIFE_MS, options.maxRecords, MAX_BYTES);
    this.#options = options;
  }

  /** Parses a record's item, and caches the record. */
  parse(item: Item): Versioned<T> {
    const record = parseRecord(this.#options.schema, item);
    const bytes = BYTES_PER_CHARACTER * String(item.data).length;
    if (this.#options.isStable?.(record.value) ?? true) this.#cache.set(record.value.id, record.value, bytes);
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
    const records = new Map<number, T>();
    for (const id of ids) {
      const known = this.get(id);
      if (known) records.set(id, known);
    }
    const keys = [...new Set(ids)].filter(id => !records.has(id)).map(this.#options.keyOf);
    if (keys.length === 0) return records;
    const items = await read(keys);
    for (const key of keys) {
      const item = items.get(keyText(key));
      if (item) {
        const { value } = this.parse(item);
        records.set(value.id, value);
      }
    }
    return records;
  }
}
