import { type Parse, rememberParses } from './expressions.ts';

interface Table {
  KeySchema: { AttributeName: string }[];
  GlobalSecondaryIndexes?: unknown;
  LocalSecondaryIndexes?: unknown;
}
/** The functions of dynalite's module `db` that are replaced, and those that the new ones call. */
export interface Members {
  hashPrefix(): string;
  createKey(item: Record<string, object>, table: Table, keySchema?: Table['KeySchema']): string;
  traverseKey(table: Table, keySchema: Table['KeySchema'], visit: (name: string, type: string) => void): void;
  toRangeStr(value: unknown, type: string): string;
  updateIndexes(store: unknown, table: Table, before: unknown, after: unknown, done: () => void): void;
}

/**
 * Replaces parts of dynalite by faster ones. dynalite calls them as members of its modules, which are replaced once: dynalite.ts
 * may be loaded again in the same process.
 */
export function replaceMembers(require: NodeJS.Require, database: Members): void {
  for (const name of ['conditionParser', 'projectionParser', 'updateParser']) {
    const parser = require(`dynalite/db/${name}`) as { parse: Parse & { isRemembering?: boolean } };
    if (!parser.parse.isRemembering)
      parser.parse = Object.assign(rememberParses(parser.parse), { isRemembering: true });
  }
  leaveOutHashes(database);
  leaveOutIndexes(database);
}

/** Keys begin with a hash of the partition key, which is not stored (aws-local/dynamodb/storage/keys.ts). */
function leaveOutHashes(database: Members): void {
  database.hashPrefix = () => '';
  database.createKey = (item, table, keySchema = table.KeySchema) => {
    let key = '/';
    database.traverseKey(table, keySchema, (name, type) => {
      key += `${database.toRangeStr(Reflect.get(item[name] ?? {}, type), type)}/`;
    });
    return key;
  };
}

/** A table without secondary indexes needs no update of them. */
function leaveOutIndexes(database: Members): void {
  const updateIndexes = database.updateIndexes.bind(database);
  database.updateIndexes = (store, table, before, after, done) => {
    if (table.GlobalSecondaryIndexes === undefined && table.LocalSecondaryIndexes === undefined) done();
    else updateIndexes(store, table, before, after, done);
  };
}
