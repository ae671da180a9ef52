import { setImmediate } from 'node:timers/promises';
import { action, type Item, type Level, type Store, type Table } from './dynalite.ts';
import { runNow } from './commands.ts';
import type { Journal } from './journal.ts';

const settings = 'ttl~';
const expiries = 'expiry~';
const batchSize = 100;
/** The service leaves alone what expired more than five years ago. */
const oldestExpiry = 5 * 365 * 86_400;
const timeDigits = 12;
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
  return expiries + String(seconds).padStart(timeDigits, '0');
}

function isDue(seconds: number | undefined, now: number) {
  return seconds !== undefined && seconds <= now && seconds > now - oldestExpiry;
}

/**
 * Time to live. Each put of an item that expires leaves a note under its time, in the same commit, so a pass reads what is
 * due and not the table. A note may be stale (the item was changed or deleted): the item itself decides.
 */
export class TimeToLive {
  readonly #journal: Journal;
  readonly #db: Level;
  readonly #attributes = new Map<string, string | undefined>();

  constructor(journal: Journal, db: Level) {
    this.#journal = journal;
    this.#db = db;
  }

  /** The attribute that holds the items' expiry, if the table's time to live is on. */
  attribute(table: string): string | undefined {
    if (!this.#attributes.has(table)) this.#attributes.set(table, this.#journal.get(settings + table));
    return this.#attributes.get(table);
  }

  /** Told of every item put, within the command that puts it. */
  note(table: string, key: string, item: Item): void {
    const attribute = this.attribute(table);
    const seconds = attribute === undefined ? undefined : expiresAt(item, attribute);
    if (seconds === undefined || seconds < 0 || String(seconds).length > timeDigits) return;
    this.#journal.set(`${notesAt(seconds)}~${table}~${key}`, JSON.stringify({ table, key } satisfies Expiry));
  }

  /** Switches a table's time to live on or, with `undefined`, off; items that are there already expire too. */
  async set(table: string, attribute: string | undefined): Promise<void> {
    this.#journal.set(settings + table, attribute);
    this.#attributes.set(table, attribute);
    await this.#journal.committed();
    if (attribute !== undefined) await this.#noteAll(table);
  }

  forget(table: string): void {
    this.#journal.set(settings + table, undefined);
    this.#attributes.set(table, undefined);
  }

  /** Deletes what is due at `now` (epoch seconds). */
  async deleteExpired(store: Store, now: number): Promise<void> {
    const due = { gte: expiries, lt: notesAt(now + 1), limit: batchSize };
    for (;;) {
      const iterator = this.#db.keys(due);
      const notes = await iterator.nextv(batchSize);
      await iterator.close();
      for (const note of notes) this.#journal.atomically(() => this.#deleteIfDue(store, note, now));
      await this.#journal.committed();
      if (notes.length < batchSize) return;
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
      const keys = await iterator.nextv(batchSize);
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
