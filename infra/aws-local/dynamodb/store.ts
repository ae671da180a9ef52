import { QUOTAS } from '../quotas.ts';
import { Descriptions } from './descriptions.ts';
import {
  callNow,
  type Done,
  type Item,
  type ItemSpace,
  type Level,
  type Space,
  type Store,
  type Table,
} from './dynalite/dynalite.ts';
import { resourceNotFound } from './errors.ts';
import { createItemSpace } from './item-space.ts';
import type { Journal } from './journal.ts';
import { createSpace, within } from './spaces.ts';
import { INDEX_CODEC, JSON_CODEC } from './storage/codecs.ts';
import { indexPrefix, itemPrefix } from './storage/keys.ts';

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
 * dynalite's store over the journal, in the form of storage/keys.ts. Unlike dynalite's own it calls back synchronously, so that a
 * command made of dynalite's actions runs as one uninterrupted step. `onPut` is called for every item put.
 */
export function createStore(journal: Journal, db: Level, onPut: (table: Table, item: Item) => void): Store {
  const descriptions = new Descriptions(journal);
  const tables = descriptions.watch(createSpace(journal, db, 'table~', JSON_CODEC));
  const describe = getTable(tables, descriptions);
  const itemSpaces = new Map<string, ItemSpace>();
  const openItems = (name: string): ItemSpace => {
    const open = itemSpaces.get(name);
    if (open) return open;
    const table = (): Table => callNow(done => describe(name, true, done));
    const space = createItemSpace({ journal, db, name, describe: table, onPut });
    itemSpaces.set(name, space);
    return space;
  };
  const drop = (prefix: string, done: Done): void => {
    journal
      .committed()
      .then(() => db.clear(within(prefix)))
      .then(() => done(), done);
  };
  return {
    options: { createTableMs: 0, deleteTableMs: 0, updateTableMs: 0, maxItemSize: QUOTAS.itemBytes.max },
    tableDb: { ...tables, awsAccountId: '000000000000', awsRegion: 'us-east-1' },
    getTable: describe,
    getItemDb: openItems,
    deleteItemDb: (table, done) => drop(itemPrefix(table), done),
    getIndexDb: (type, table, name) => createSpace(journal, db, indexPrefix(type, table, name), INDEX_CODEC),
    deleteIndexDb: (type, table, name, done) => drop(indexPrefix(type, table, name), done),
    getTagDb: table => createSpace(journal, db, `tag-${table}~`, JSON_CODEC),
    deleteTagDb: (table, done) => drop(`tag-${table}~`, done),
  };
}
