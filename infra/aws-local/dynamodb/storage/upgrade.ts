import type { Level, LevelChange, Table } from '../dynalite/dynalite.ts';
import { seal } from './checksums.ts';
import { type Codec, decodeJson, INDEX_CODEC, itemCodec } from './codecs.ts';
import { getStringKeys } from './key-names.ts';
import { indexPrefix, itemPrefix } from './keys.ts';

/**
 * The form in which data is stored (keys.ts, types.ts, checksums.ts). Version 1 had dynalite's keys, and items as JSON texts; version 2
 * had no checksums.
 */
export const FORMAT = 3;
export const FORMAT_KEY = 'format';
/** Up to which key the values have checksums, while a conversion adds them. */
const SEALED_KEY = 'format-sealed';
const BATCH_SIZE = 2000;

/** Where version 1 kept items and the entries of secondary indexes. `.` follows `-`. */
const OLD_RANGES = [
  { gte: 'index-', lt: 'index.' },
  { gte: 'item-', lt: 'item.' },
];
const SEPARATOR = '~';

/**
 * Converts data of earlier versions, before anything else writes. Old entries of version 1 are removed when all have their new form: if the
 * process is killed, the next start converts those that are left, which gives the same new ones again. The entry of this version has no checksum.
 * @throws Error when a later version wrote the data
 */
export async function upgradeStorage(db: Level): Promise<void> {
  const version = readFormat(db);
  if (version === FORMAT) return;
  if (version > FORMAT) throw new Error(`A later version wrote the data, in its format ${version}.`);
  if (!(await isEmpty(db)))
    console.error('The data of an earlier version is converted, which may take minutes.');
  if (version === 1) for (const range of OLD_RANGES) await convertRange(db, range);
  await addChecksums(db);
  await db.write(
    [
      { type: 'put', key: FORMAT_KEY, value: Buffer.from(String(FORMAT)) },
      { type: 'del', key: SEALED_KEY },
    ],
    { sync: true },
  );
}

/** The format of stored data. */
export function readFormat(db: Level): number {
  const stored = db.getSync(FORMAT_KEY);
  return stored ? Number(stored.toString()) : 1;
}

/** Each batch also writes up to where it came, so that no value gets two checksums when the process is killed. */
async function addChecksums(db: Level): Promise<void> {
  for (let last = db.getSync(SEALED_KEY)?.toString() ?? ''; ;) {
    const entries = await readBatch(db, { gt: last });
    const end = entries.at(-1)?.[0];
    if (end === undefined) return;
    const changes = entries
      .filter(([key, value]) => value.length > 0 && key !== FORMAT_KEY && key !== SEALED_KEY)
      .map(([key, value]): LevelChange => ({ type: 'put', key, value: seal(key, value) }));
    await db.write([...changes, { type: 'put', key: SEALED_KEY, value: Buffer.from(end) }]);
    last = end;
  }
}

async function convertRange(db: Level, range: { gte: string; lt: string }): Promise<void> {
  const convert = createConversion(db);
  let entries = await readBatch(db, range);
  if (entries.length === 0) return;
  for (let last = entries.at(-1); last; last = entries.at(-1)) {
    await db.write(entries.map(([key, value]) => convert(key, value)));
    entries = await readBatch(db, { gt: last[0], lt: range.lt });
  }
  await db.clear(range);
  // The removed entries would take space until other writes reach them.
  await db.compactRange?.(range.gte, range.lt);
}

async function isEmpty(db: Level): Promise<boolean> {
  return (await readBatch(db, {})).length === 0;
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
    const space = spaces.get(name) ?? findSpace(db, name);
    spaces.set(name, space);
    const { prefix, codec } = space;
    const key = prefix + codec.toKey(oldKey.slice(end + 1));
    return { type: 'put', key, value: codec.encode(decodeJson(text)) };
  };
}

/** @param name `item-<table>` or `index-<type>~<table>~<index>` */
function findSpace(db: Level, name: string): { prefix: string; codec: Codec } {
  const [first = '', table = '', index = ''] = name.split(SEPARATOR);
  if (first.startsWith('index-'))
    return { prefix: indexPrefix(first.slice('index-'.length), table, index), codec: INDEX_CODEC };
  const itemTable = first.slice('item-'.length);
  const described = db.getSync(`table~${itemTable}`);
  const keyNames = described ? getStringKeys(decodeJson(described) as Table) : [];
  return { prefix: itemPrefix(itemTable), codec: itemCodec(() => keyNames) };
}
