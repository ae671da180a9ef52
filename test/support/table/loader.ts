import type {
  AttributeValue,
  Level,
  LevelChange,
} from '../../../infra/aws-local/dynamodb/dynalite/dynalite.ts';
import { createLevel } from '../../../infra/aws-local/dynamodb/level.ts';
import { withChecksums } from '../../../infra/aws-local/dynamodb/storage/checksums.ts';
import { encodeItem } from '../../../infra/aws-local/dynamodb/storage/encode.ts';
import { itemPrefix, encodeStringKey } from '../../../infra/aws-local/dynamodb/storage/keys.ts';
import type { Item } from '../../../shared/platform/store/table.ts';

const KEY_NAMES = ['pk', 'sk'];
const NO_ATTRIBUTES = Buffer.alloc(0);
const BATCH = 2000;
/** The bytes that LevelDB sorts in memory before it writes a file. */
const BUFFER_BYTES = 64 * 2 ** 20;

/**
 * Writes items in the engine's own format into its database while no engine has it open. Putting them through the engine takes a
 * hundred times as long.
 */
export class Loader {
  readonly #db: Level;
  readonly #prefix: string;
  #changes: LevelChange[] = [];
  #written: Promise<void> = Promise.resolve();

  private constructor(db: Level, table: string) {
    this.#db = db;
    this.#prefix = itemPrefix(table);
  }

  static async open(dir: string, table: string): Promise<Loader> {
    const db = withChecksums(createLevel(dir));
    await db.open({ writeBufferSize: BUFFER_BYTES });
    if (!db.getSync(`table~${table}`)) throw new Error(`There is no table ${table}`);
    return new Loader(db, table);
  }

  async put(item: Item): Promise<void> {
    const marshalled = Object.fromEntries(
      Object.entries(item).map(([name, value]) => [name, attribute(value)]),
    );
    await this.#add(this.#prefix + encodeStringKey(marshalled, KEY_NAMES), encodeItem(marshalled, KEY_NAMES));
  }

  /** Writes items of one partition that have only their keys; fast, because there are tens of millions. */
  async putKeys(pk: string, sortKeys: readonly string[]): Promise<void> {
    const partition = this.#prefix + encodePartition(pk);
    for (const sk of sortKeys) {
      const flushed = this.#add(partition + encodePartition(sk), NO_ATTRIBUTES);
      if (flushed) await flushed;
    }
  }

  async close(): Promise<void> {
    await this.#flush();
    await this.#written;
    await this.#db.close();
  }

  /** @returns the write to wait for, at the end of a batch: one batch is written while the next is gathered */
  #add(key: string, value: Buffer): Promise<void> | undefined {
    this.#changes.push({ type: 'put', key, value });
    return this.#changes.length < BATCH ? undefined : this.#flush();
  }

  async #flush(): Promise<void> {
    const changes = this.#changes;
    this.#changes = [];
    await this.#written;
    this.#written = this.#db.write(changes);
  }
}

/** A stored key begins with the part of its partition. */
export function encodePartition(key: string): string {
  return encodeStringKey({ key: { S: key } }, ['key']);
}

function attribute(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  throw new Error(`No attribute is made of ${typeof value}`);
}
