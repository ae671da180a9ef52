import { QUOTAS } from '../quotas.ts';
import { database, type Item, type ItemSpace, type Level, type Table } from './dynalite/dynalite.ts';
import { validationError } from './errors.ts';
import type { Journal } from './journal.ts';
import { itemBytes } from './size.ts';
import { createSpace, within } from './spaces.ts';
import { itemCodec } from './storage/codecs.ts';
import { getStringKeys } from './storage/key-names.ts';
import { fromDynalite, itemPrefix, encodeStringKey } from './storage/keys.ts';

function checkSize(item: Item): void {
  if (itemBytes(item) > QUOTAS.itemBytes.max)
    throw validationError('Item size to update has exceeded the maximum allowed size');
}

interface ItemSpaceOptions {
  journal: Journal;
  db: Level;
  name: string;
  describe: () => Table;
  /** Called for every item put. */
  onPut: (table: Table, item: Item) => void;
}

/** The items of a table. */
export function createItemSpace({ journal, db, name, describe, onPut }: ItemSpaceOptions): ItemSpace {
  const prefix = itemPrefix(name);
  const codec = itemCodec(() => getStringKeys(describe()));
  const space = createSpace(journal, db, prefix, codec);
  return {
    ...space,
    put(key, value, done) {
      const item = value as Item;
      try {
        checkSize(item);
      } catch (error) {
        done(error as Error);
        return;
      }
      onPut(describe(), item);
      space.put(key, item, done);
    },
    makeKey(item) {
      const table = describe();
      const names = getStringKeys(table);
      return names.length > 0 ? encodeStringKey(item, names) : fromDynalite(database.createKey(item, table));
    },
    getAt(key) {
      const value = journal.get(prefix + key);
      return value && (codec.decode(value, key) as Item);
    },
    putAt(key, item) {
      checkSize(item);
      onPut(describe(), item);
      journal.set(prefix + key, codec.encode(item));
    },
    deleteAt: key => journal.set(prefix + key, undefined),
    async *pages(size) {
      const iterator = db.iterator(within(prefix));
      for (;;) {
        const entries = await iterator.nextv(size);
        if (entries.length === 0) break;
        yield entries.map(([key, value]) => codec.decode(value, key.slice(prefix.length)) as Item);
      }
      await iterator.close();
    },
  };
}
