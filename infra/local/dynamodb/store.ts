import { QUOTAS } from '../quotas.ts';
import { Cursor } from './cursor.ts';
import { Descriptions } from './descriptions.ts';
import type { Done, Item, Level, Range, Space, Store, Table } from './dynalite.ts';
import { resourceNotFound, validationError } from './errors.ts';
import type { Journal } from './journal.ts';
import { itemBytes } from './size.ts';

function decode(text: string): unknown {
  return JSON.parse(text);
}

function within(prefix: string, range: Range = {}): Range {
  return {
    ...(range.gt === undefined ? { gte: prefix + (range.gte ?? '') } : { gt: prefix + range.gt }),
    ...(range.lt === undefined ? { lte: prefix + (range.lte ?? '\xff') } : { lt: prefix + range.lt }),
    reverse: range.reverse ?? false,
    limit: range.limit ?? -1,
  };
}

type OnPut = (key: string, item: Item) => void;

function space(journal: Journal, db: Level, prefix: string): Space {
  return {
    get(key, done) {
      const text = journal.get(prefix + key);
      done(null, text === undefined ? undefined : decode(text));
    },
    put(key, value, done) {
      journal.set(prefix + key, JSON.stringify(value));
      done();
    },
    del(key, done) {
      journal.set(prefix + key, undefined);
      done();
    },
    batch(changes, done) {
      for (const { type, key, value } of changes)
        journal.set(prefix + key, type === 'put' ? JSON.stringify(value) : undefined);
      done();
    },
    // Write commands never interleave, so no lock is needed.
    lock: (_key, run) => run(done => done),
    createKeyStream: range =>
      new Cursor(db.keys(within(prefix, range)), range?.limit, key => key.slice(prefix.length)),
    createValueStream: range =>
      new Cursor(
        db.values({ ...within(prefix, range), valueEncoding: 'utf8', highWaterMarkBytes: 256 * 1024 }),
        range?.limit,
        decode,
      ),
  };
}

function itemSpace(plain: Space, onPut: OnPut): Space {
  return {
    ...plain,
    put(key, value, done) {
      const item = value as Item;
      if (itemBytes(item) > QUOTAS.itemBytes.max) {
        done(validationError('Item size to update has exceeded the maximum allowed size'));
        return;
      }
      onPut(key, item);
      plain.put(key, item, done);
    },
  };
}

function getTable(tables: Space, descriptions: Descriptions): Store['getTable'] {
  return (name, checkStatus, done = checkStatus as Done<Table>) => {
    const known = checkStatus ? descriptions.get(name) : undefined;
    if (known) {
      done(null, known);
      return;
    }
    tables.get(name, (_error, found) => {
      const table = found as Table | undefined;
      const hidden = checkStatus && (table?.TableStatus === 'CREATING' || table?.TableStatus === 'DELETING');
      if (table && !hidden) {
        // Callers that change the table pass no status check.
        if (checkStatus) descriptions.keep(name, table);
        done(null, table);
        return;
      }
      const error = resourceNotFound(
        checkStatus
          ? 'Requested resource not found'
          : `Requested resource not found: Table: ${name} not found`,
      );
      // dynalite's tag operations check for this name.
      done(Object.assign(error, { name: 'NotFoundError' }));
    });
  };
}

/**
 * dynalite's store over the journal, with dynalite's key layout. Unlike dynalite's own it calls back synchronously, so that a
 * command made of dynalite's actions runs as one uninterrupted step. `onPut` is called for every item put.
 */
export function createStore(
  journal: Journal,
  db: Level,
  onPut: (table: string, key: string, item: Item) => void,
): Store {
  const spaces = new Map<string, Space>();
  const open = (name: string, make = (plain: Space) => plain) => {
    const known = spaces.get(name) ?? make(space(journal, db, `${name}~`));
    spaces.set(name, known);
    return known;
  };
  const drop = (name: string, done: Done) => {
    journal
      .committed()
      .then(() => db.clear(within(`${name}~`)))
      .then(() => done(), done);
  };
  const index = (type: string, table: string, name: string) => `index-${type.toLowerCase()}~${table}~${name}`;
  const descriptions = new Descriptions(journal);
  const tables = descriptions.watch(open('table'));
  const tableDb = { ...tables, awsAccountId: '000000000000', awsRegion: 'us-east-1' };
  return {
    options: { createTableMs: 0, deleteTableMs: 0, updateTableMs: 0, maxItemSize: QUOTAS.itemBytes.max },
    tableDb,
    getTable: getTable(tables, descriptions),
    getItemDb: table =>
      open(`item-${table}`, plain => itemSpace(plain, (key, item) => onPut(table, key, item))),
    deleteItemDb: (table, done) => drop(`item-${table}`, done),
    getIndexDb: (type, table, name) => open(index(type, table, name)),
    deleteIndexDb: (type, table, name, done) => drop(index(type, table, name), done),
    getTagDb: table => open(`tag-${table}`),
    deleteTagDb: (table, done) => drop(`tag-${table}`, done),
  };
}
