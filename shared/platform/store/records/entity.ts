import type * as v from 'valibot';
import { REFERENCE_LIFE_MS, TimedCache } from '../../core/cache.ts';
import { NotFound } from '../../core/errors.ts';
import { parseRecord, type Versioned } from './record.ts';
import {
  getItem,
  getItems,
  getReferencedItems,
  keyText,
  type Item,
  type Key,
  type Consistency,
} from '../table.ts';
import type { Entry } from '../timeline.ts';
import { findTextOwners } from './unique.ts';

/** Limits the cached records of an entity together. */
const MAX_CACHED_BYTES = 20_000_000;
/** A parsed record is estimated to take this many bytes for each character of its JSON. */
const BYTES_PER_CHARACTER = 2;

/** The names of a list's timelines: `*` stands for any text. */
type Timeline<L extends string> = L extends `${infer Prefix}*` ? `${Prefix}${string}` : L;

/** A position in one of a list's timelines. `timeline` may be absent when the list has only one. */
type Place<L extends string> = Omit<Entry, 'timeline' | 'id'> & { timeline?: Timeline<L> };

/** A function of a record. It has a method's type, so that code for entities of any kind may accept it. */
export type FromRecord<T, R> = { call(record: T): R }['call'];

/** A value that only one record may have. */
interface Unique<T> {
  /** The record's value; null when it claims none. */
  toValue: FromRecord<T, string | null>;
  /** Whether values that differ only in case and the like are the same (platform/values/unique-text.ts). */
  isText?: true;
  /** What to throw when another record has the value: the field that the error `Taken` names, or another error. */
  taken: string | FromRecord<T, Error>;
}

/** Ensures that the declaration names only fields of the record. */
interface NamesFields<T, U extends string> {
  unique?: Readonly<Record<U, { taken: (keyof T & string) | FromRecord<T, Error> }>>;
}

/**
 * Declares a kind of record: its fields, and where it, its list entries and its unique values are stored. In keys, `*` stands for the id.
 * Reading (here), writing (write-entity.ts) and the partitions in policies (partitions.ts) are derived from it.
 */
interface Declaration<T, P extends string, S extends string, L extends string, U extends string> {
  /** The name of the kind in error messages. */
  name: string;
  record: v.GenericSchema<unknown, T>;
  pk: P;
  sk: string;
  /** The sort keys of other items in the record's partition. */
  otherSortKeys?: readonly S[];
  /** The record's positions in its lists. If there are many, the first ones must be those that have to be in the record's transaction. */
  lists?: { readonly [K in L]: FromRecord<T, readonly Place<K>[]> };
  /** Whether its entries may be more than a transaction has room for: the function that saves it puts them (overflow.ts). */
  overflows?: true;
  unique?: Readonly<Record<U, Unique<T>>>;
  /** Returns the state that the feed of changes shows. If it is set, each write by these functions adds a change to the feed. */
  feedState?: FromRecord<T, string | null>;
  /** How long records are kept, in seconds. Without it they never expire. */
  lifeS?: number;
  /** Caches records for answers of other records. `isStable` returns false for a record that is about to change. */
  cache?: { maxRecords: number; isStable?: FromRecord<T, boolean> };
}

export interface HasId {
  id: number;
}
export type AnyEntity<T extends HasId> = Entity<T, string, string, string, string>;

/** A declared kind of record, and how to read it. Functions that only read are bundled without the code that writes. */
export class Entity<T extends HasId, P extends string, S extends string, L extends string, U extends string> {
  readonly declared: Declaration<T, P, S, L, U>;
  readonly #cache: TimedCache<number, T>;

  constructor(declared: Declaration<T, P, S, L, U>) {
    this.declared = declared;
    this.#cache = new TimedCache(REFERENCE_LIFE_MS, declared.cache?.maxRecords, MAX_CACHED_BYTES);
  }

  readonly key = (id: number): Key => {
    const { pk, sk } = this.declared;
    return { pk: pk.replace('*', String(id)), sk: sk.replace('*', String(id).padStart(16, '0')) };
  };

  /** The key of another item in the record's partition. */
  otherKey(id: number, sk: S): Key {
    return { pk: this.key(id).pk, sk };
  }

  /** Parses a record's item, and caches the record. */
  parse(item: Item): Versioned<T> {
    const { record: schema, cache } = this.declared;
    const parsed = parseRecord(schema, item);
    const bytes = BYTES_PER_CHARACTER * String(item.data).length;
    if (cache && (cache.isStable?.(parsed.value) ?? true))
      this.#cache.set(parsed.value.id, parsed.value, bytes);
    return parsed;
  }

  async find(id: number, { consistent }: Consistency): Promise<Versioned<T> | undefined> {
    const item = await getItem(this.key(id), { consistent });
    return item && this.parse(item);
  }

  /** The current record. @throws NotFound */
  async read(id: number, { consistent }: Consistency): Promise<Versioned<T>> {
    const found = await this.find(id, { consistent });
    if (!found) throw new NotFound(`There is no ${this.declared.name} with the id ${id}`);
    return found;
  }

  /** The current records in the order of the ids, without unknown ones. */
  async readMany(ids: readonly number[], { consistent }: Consistency): Promise<T[]> {
    return (await this.readVersions(ids, { consistent })).map(({ value }) => value);
  }

  /** Like `readMany`, with the versions that conditional writes compare. */
  async readVersions(ids: readonly number[], { consistent }: Consistency): Promise<Versioned<T>[]> {
    const items = await getItems(ids.map(this.key), { consistent });
    return ids.flatMap(id => {
      const item = items.get(keyText(this.key(id)));
      return item ? [this.parse(item)] : [];
    });
  }

  /**
   * Returns records by id for answers of other records, and reads only those that aren't cached. Unknown ids are absent. Pass `consistent` where
   * an absent record would be an error.
   */
  async known(
    ids: readonly number[],
    { consistent }: Consistency = { consistent: false },
  ): Promise<Map<number, T>> {
    const records = new Map<number, T>();
    for (const id of ids) {
      const cached = this.cached(id);
      if (cached) records.set(id, cached);
    }
    const keys = [...new Set(ids)].filter(id => !records.has(id)).map(this.key);
    if (keys.length === 0) return records;
    const items = consistent ? await getItems(keys, { consistent: true }) : await getReferencedItems(keys);
    for (const key of keys) {
      const item = items.get(keyText(key));
      const record = item && this.parse(item).value;
      if (record) records.set(record.id, record);
    }
    return records;
  }

  cached(id: number): T | undefined {
    return this.#cache.get(id);
  }

  forget(id: number): void {
    this.#cache.delete(id);
  }

  /** The ids of the records with these unique values, in the order of the values. */
  idsBy(kind: U, values: readonly string[], { consistent }: Consistency): Promise<number[]> {
    return findTextOwners(kind, values, { consistent });
  }

  /** The entries that the record must have in its lists. */
  toEntries(record: T): Entry[] {
    const { id } = record;
    const lists = Object.entries<(record: T) => readonly Place<string>[]>(this.declared.lists ?? {});
    return lists.flatMap(([timeline, toPlaces]) =>
      toPlaces(record).map(place => ({ timeline, ...place, id })),
    );
  }
}

/** Declares a kind of record. */
// @__NO_SIDE_EFFECTS__
export function entity<
  T extends HasId,
  const P extends string,
  const S extends string = never,
  const L extends string = never,
  const U extends string = never,
>(declared: Declaration<T, P, S, L, U> & NamesFields<T, U>): Entity<T, P, S, L, U> {
  return new Entity(declared);
}

/** The same kind of record with other lists, for the functions that write them. */
// @__NO_SIDE_EFFECTS__
export function withLists<
  T extends HasId,
  P extends string,
  S extends string,
  const L extends string,
  U extends string,
>(
  { declared }: Entity<T, P, S, string, U>,
  lists: Declaration<T, P, S, L, U>['lists'] & object,
): Entity<T, P, S, L, U> {
  return new Entity({ ...declared, lists });
}
