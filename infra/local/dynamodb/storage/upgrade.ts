import type { Level, LevelChange, Table } from '../dynalite.ts';
import { type Codec, decodeJson, INDEX_CODEC, itemCodec } from './codecs.ts';
import { stringKeysOf } from './key-names.ts';
import { indexPrefix, itemPrefix } from './keys.ts';

/** The form in which data is stored (keys.ts, types.ts). Version 1 had dynalite's keys, and items as JSON texts. */
const FORMAT = 2;
const FORMAT_KEY = 'format';
const BATCH_SIZE = 2000;

/** Where version 1 kept items and the entries of secondary indexes. `.` follows `-`. */
const OLD_RANGES = [
  { gte: 'index-', lt: 'index.' },
  { gte: 'item-', lt: 'item.' },
];
const SEPARATOR = '~';

/**
 * Converts data of version 1, before anything else writes. Old entries are removed when all have their new form. If the process is
 * killed, the next start converts the old entries that are left, which gives the same new ones again.
 * @throws Error when a later version wrote the data
 */
export async function upgradeStorage(db: Level): Promise<void> {
  const stored = db.getSync(FORMAT_KEY);
  const version = stored ? Number(stored.toString()) : 1;
  if (version === FORMAT) return;
  if (version > FORMAT) throw new Error(`A later version wrote the data, in its format ${version}.`);
  for (const range of OLD_RANGES) await convertRange(db, range);
  await db.write([{ type: 'put', key: FORMAT_KEY, value: Buffer.from(String(FORMAT)) }], { sync: true });
}

async function convertRange(db: Level, range: { gte: string; lt: string }): Promise<void> {
  const convert = createConversion(db);
  let entries = await readBatch(db, range);
  if (entries.length === 0) return;
  console.error('The data of an earlier version is converted, which may take minutes.');
  for (let last = entries.at(-1); last; last = entries.at(-1)) {
    await db.write(entries.map(([key, value]) => convert(key, value)));
    entries = await readBatch(db, { gt: last[0], lt: range.lt });
  }
  await db.clear(range);
  // The removed entries would take space until other writes reach them.
  await db.compactRange?.(range.gte, range.lt);
}

async function readBatch(db: Level, range: object): Promise<[key: string, value: Buffer][]> {
  const iterator = db.iterator({ ...range, limit: BATCH_SIZE });
  try {
    return await iterator.nextv(BATCH_SIZE);
  } finally {
    await iterator.close();
  }
}

function createConversion(db: Level): (key: string, value: Buffer) => LevelChange {
  const spaces = new Map<string, { prefix: string; codec: Codec }>();
  return (oldKey, text) => {
    const end = oldKey.lastIndexOf(SEPARATOR);
    const name = oldKey.slice(0, end);
    const space = spaces.get(name) ?? spaceOf(db, name);
    spaces.set(name, space);
    const { prefix, codec } = space;
    const key = prefix + codec.toKey(oldKey.slice(end + 1));
    return { type: 'put', key, value: codec.encode(decodeJson(text)) };
  };
}

/** @param name `item-<table>` or `index-<type>~<table>~<index>` */
function spaceOf(db: Level, name: string): { prefix: string; codec: Codec } {
  const [first = '', table = '', index = ''] = name.split(SEPARATOR);
  if (first.startsWith('index-'))
    return { prefix: indexPrefix(first.slice('index-'.length), table, index), codec: INDEX_CODEC };
  const itemTable = first.slice('item-'.length);
  const described = db.getSync(`table~${itemTable}`);
  const keyNames = described ? stringKeysOf(decodeJson(described) as Table) : [];
  return { prefix: itemPrefix(itemTable), codec: itemCodec(() => keyNames) };
}
