import { setImmediate } from 'node:timers/promises';
import { action, type Item, type Level, runNow, type Store, type Table } from './dynalite.ts';
import type { Journal } from './journal.ts';

const SETTINGS_PREFIX = 'ttl~';
const EXPIRY_PREFIX = 'expiry~';
const BATCH_SIZE = 100;
/** DynamoDB does not delete items that expired more than five years ago. */
const MAX_EXPIRED_S = 5 * 365 * 86_400;
const TIME_DIGITS = 12;
const deleteItem = action('deleteItem');

interface Expiry {
  table: string;
  key: string;
}

function expiresAt(item: Item | undefined, attribute: string): number | undefined {
  const seconds = item?.[attribute]?.N;
  return seconds === undefined ? undefined : Math.floor(Number(seconds));
}

function notesAt(seconds: number) {
  return EXPIRY_PREFIX + String(seconds).padStart(TIME_DIGITS, '0');
}

function isDue(seconds: number | undefined, now: number) {
  return seconds !== undefined && seconds <= now && seconds > now - MAX_EXPIRED_S;
}

/**
 * Time to live. Each put of an item with an expiry time also writes a note under that time, in the same commit, so that a pass
 * reads the due notes instead of the table. A note may be stale (the item was changed or deleted), so the item's own time decides.
 */
export class TimeToLive {
  readonly #journal: Journal;
  readonly #db: Level;
  readonly #attributes = new Map<string, string | undefined>();

  constructor(journal: Journal, db: Level) {
    this.#journal = journal;
    this.#db = db;
  }

  /** The expiry attribute, if time to live is enabled on the table. */
  attribute(table: string): string | undefined {
    if (!this.#attributes.has(table)) this.#attributes.set(table, this.#journal.get(SETTINGS_PREFIX + table));
    return this.#attributes.get(table);
  }

  /** Called for every item put, within the command that puts it. */
  note(table: string, key: string, item: Item): void {
    const attribute = this.attribute(table);
    const seconds = attribute === undefined ? undefined : expiresAt(item, attribute);
    if (seconds === undefined || seconds < 0 || String(seconds).length > TIME_DIGITS) return;
    this.#journal.set(`${notesAt(seconds)}~${table}~${key}`, JSON.stringify({ table, key } satisfies Expiry));
  }

  /** Enables a table's time to live or, with `undefined`, disables it. Existing items expire too. */
  async set(table: string, attribute: string | undefined): Promise<void> {
    this.#journal.set(SETTINGS_PREFIX + table, attribute);
    this.#attributes.set(table, attribute);
    await this.#journal.committed();
    if (attribute !== undefined) await this.#noteAll(table);
  }

  forget(table: string): void {
    this.#journal.set(SETTINGS_PREFIX + table, undefined);
    this.#attributes.set(table, undefined);
  }

  /** Deletes the items that have expired at `now` (epoch seconds). */
  async deleteExpired(store: Store, now: number): Promise<void> {
    const due = { gte: EXPIRY_PREFIX, lt: notesAt(now + 1), limit: BATCH_SIZE };
    for (;;) {
      const iterator = this.#db.keys(due);
      const notes = await iterator.nextv(BATCH_SIZE);
      await iterator.close();
      for (const note of notes) this.#journal.atomically(() => this.#deleteIfDue(store, note, now));
      await this.#journal.committed();
      if (notes.length < BATCH_SIZE) return;
      await setImmediate();
    }
  }

  #deleteIfDue(store: Store, note: string, now: number): void {
    const { table, key } = JSON.parse(this.#journal.get(note) ?? '{}') as Expiry;
    this.#journal.set(note, undefined);
    const attribute = this.attribute(table);
    const item = this.#item(table, key);
    if (!item || attribute === undefined || !isDue(expiresAt(item, attribute), now)) return;
    runNow(deleteItem, store, { TableName: table, Key: this.#keyOf(table, item) });
  }

  #item(table: string, key: string): Item | undefined {
    const text = this.#journal.get(`item-${table}~${key}`);
    return text === undefined ? undefined : (JSON.parse(text) as Item);
  }

  #keyOf(table: string, item: Item): Item {
    const { KeySchema } = JSON.parse(this.#journal.get(`table~${table}`) ?? '') as Table;
    return Object.fromEntries(KeySchema.map(({ AttributeName: name }) => [name, item[name] ?? {}]));
  }

  async #noteAll(table: string): Promise<void> {
    const prefix = `item-${table}~`;
    const iterator = this.#db.keys({ gte: prefix, lte: `${prefix}\xff` });
    for (;;) {
      const keys = await iterator.nextv(BATCH_SIZE);
      if (keys.length === 0) break;
      this.#journal.atomically(() => {
        for (const key of keys) {
          const item = this.#item(table, key.slice(prefix.length));
          if (item) this.note(table, key.slice(prefix.length), item);
        }
      });
      await this.#journal.committed();
    }
    await iterator.close();
  }
}
