import {
  database,
  type AttributeValue,
  type Level,
  type LevelChange,
  type Table,
} from '../../infra/local/dynamodb/dynalite.ts';
import { createLevel } from '../../infra/local/dynamodb/level.ts';
import type { Item } from '../../shared/store/table.ts';

const BATCH = 2000;
/** The bytes that LevelDB sorts in memory before it writes a file. */
const BUFFER_BYTES = 64 * 2 ** 20;

/** A sort key, and its hexadecimal form in a path. */
export interface SortKey {
  text: string;
  hex: string;
}

export function sortKey(text: string): SortKey {
  return { text, hex: Buffer.from(text).toString('hex') };
}

/**
 * Writes items in the engine's own format into its database while no engine has it open. Putting them through the engine takes a
 * hundred times as long.
 */
export class Loader {
  readonly #db: Level;
  readonly #table: Table;
  #changes: LevelChange[] = [];
  #written: Promise<void> = Promise.resolve();

  private constructor(db: Level, table: Table) {
    this.#db = db;
    this.#table = table;
  }

  static async open(dir: string, name: string): Promise<Loader> {
    const db = createLevel(dir);
    await db.open({ writeBufferSize: BUFFER_BYTES });
    const table = db.getSync(`table~${name}`, { valueEncoding: 'utf8' });
    if (table === undefined) throw new Error(`There is no table ${name}`);
    return new Loader(db, JSON.parse(table) as Table);
  }

  async put(item: Item): Promise<void> {
    const marshalled = Object.fromEntries(
      Object.entries(item).map(([name, value]) => [name, attribute(value)]),
    );
    await this.#add(database.createKey(marshalled, this.#table), JSON.stringify(marshalled));
  }

  /** Writes items of one partition that have only their keys; fast, because there are tens of millions. */
  async putKeys(pk: string, sortKeys: readonly SortKey[]): Promise<void> {
    const path = this.pathOf(pk);
    const item = `{"pk":{"S":${JSON.stringify(pk)}},"sk":{"S":"`;
    for (const { text, hex } of sortKeys) {
      const flushed = this.#add(`${path}${hex}/`, `${item}${text}"}}`);
      if (flushed) await flushed;
    }
  }

  /** The path of a partition. Items that are written in the order of paths need no sorting afterwards. */
  pathOf(pk: string): string {
    return database.createKey({ pk: { S: pk }, sk: { S: '' } }, this.#table).slice(0, -1);
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#written;
    await this.#db.close();
  }

  /** @returns the write to wait for, at the end of a batch: one batch is written while the next is gathered */
  #add(path: string, value: string): Promise<void> | undefined {
    const key = `item-${this.#table.TableName}~${path}`;
    this.#changes.push({ type: 'put', key, value, valueEncoding: 'utf8' });
    return this.#changes.length < BATCH ? undefined : this.#flush();
  }

  async #flush(): Promise<void> {
    const changes = this.#changes;
    this.#changes = [];
    await this.#written;
    this.#written = this.#db.batch(changes);
  }
}

function attribute(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  throw new Error(`No attribute is made of ${typeof value}`);
}
