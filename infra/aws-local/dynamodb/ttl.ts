import { setImmediate } from 'node:timers/promises';
import {
  action,
  callNow,
  database,
  type Item,
  type ItemSpace,
  type Level,
  runNow,
  type Store,
  type Table,
} from './dynalite/dynalite.ts';
import type { Journal } from './journal.ts';
import { decodeJson, encodeJson } from './storage/codecs.ts';

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
    if (!this.#attributes.has(table))
      this.#attributes.set(table, this.#journal.get(SETTINGS_PREFIX + table)?.toString());
    return this.#attributes.get(table);
  }

  /** Called for every item put, within the command that puts it. */
  note(table: Table, item: Item): void {
    const { TableName } = table;
    const attribute = this.attribute(TableName);
    const seconds = attribute === undefined ? undefined : expiresAt(item, attribute);
    if (seconds === undefined || seconds < 0 || String(seconds).length > TIME_DIGITS) return;
    const expiry: Expiry = { table: TableName, key: database.createKey(item, table) };
    this.#journal.set(`${notesAt(seconds)}~${TableName}~${expiry.key}`, encodeJson(expiry));
  }

  /** Enables a table's time to live or, with `undefined`, disables it. Existing items expire too. */
  async set(table: Table, items: ItemSpace, attribute: string | undefined): Promise<void> {
    const { TableName } = table;
    this.#journal.set(
      SETTINGS_PREFIX + TableName,
      attribute === undefined ? undefined : Buffer.from(attribute),
    );
    this.#attributes.set(TableName, attribute);
    await this.#journal.committed();
    if (attribute !== undefined) await this.#noteAll(table, items);
  }

  forget(table: string): void {
    this.#journal.set(SETTINGS_PREFIX + table, undefined);
    this.#attributes.set(table, undefined);
  }

  /** Deletes the items that have expired at `now` (epoch seconds). */
  async deleteExpired(store: Store, now: number): Promise<void> {
    const due = { gte: EXPIRY_PREFIX, lt: notesAt(now + 1), limit: BATCH_SIZE };
    for (;;) {
      const iterator = this.#db.iterator(due);
      const notes = await iterator.nextv(BATCH_SIZE);
      await iterator.close();
      for (const [note] of notes) this.#journal.atomically(() => this.#deleteIfDue(store, note, now));
      await this.#journal.committed();
      if (notes.length < BATCH_SIZE) return;
      await setImmediate();
    }
  }

  #deleteIfDue(store: Store, note: string, now: number): void {
    const text = this.#journal.get(note);
    this.#journal.set(note, undefined);
    if (!text) return;
    const { table: TableName, key } = decodeJson(text) as Expiry;
    const attribute = this.attribute(TableName);
    if (attribute === undefined) return;
    const item = callNow<unknown>(done => store.getItemDb(TableName).get(key, done)) as Item | undefined;
    if (!item || !isDue(expiresAt(item, attribute), now)) return;
    const { KeySchema } = callNow<Table>(done => store.getTable(TableName, done));
    const Key = Object.fromEntries(KeySchema.map(({ AttributeName: name }) => [name, item[name] ?? {}]));
    runNow(deleteItem, store, { TableName, Key });
  }

  async #noteAll(table: Table, items: ItemSpace): Promise<void> {
    for await (const page of items.pages(BATCH_SIZE)) {
      this.#journal.atomically(() => {
        for (const item of page) this.note(table, item);
      });
      await this.#journal.committed();
    }
  }
}
