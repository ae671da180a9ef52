import { createRequire } from 'node:module';
import { type Members, replaceMembers } from './faster.ts';

/** The typed boundary to dynalite, which is CommonJS without types. It declares only what this engine calls. */

export interface AttributeValue {
  S?: string;
  N?: string;
  B?: string;
  BOOL?: boolean;
  NULL?: boolean;
  SS?: string[];
  NS?: string[];
  BS?: string[];
  L?: AttributeValue[];
  M?: Item;
}
export type Item = Record<string, AttributeValue>;

export interface Table {
  TableName: string;
  TableStatus: string;
  KeySchema: { AttributeName: string }[];
  AttributeDefinitions: { AttributeName: string; AttributeType: string }[];
  GlobalSecondaryIndexes?: unknown;
  LocalSecondaryIndexes?: unknown;
}

/** A request's fields as dynalite's actions read them. Each action uses some of them. */
export interface Request {
  [field: string]: unknown;
  TableName?: string;
  Item?: Item;
  Key?: Item;
  RequestItems?: Record<string, Request>;
  TransactItems?: unknown[];
  ClientRequestToken?: string;
  TimeToLiveSpecification?: { AttributeName: string; Enabled: boolean };
  ReturnConsumedCapacity?: string;
  ReturnValuesOnConditionCheckFailure?: string;
}

export type Done<T = unknown> = (error?: Error | null, value?: T) => void;
export type Action = (store: Store, request: Request, done: Done) => void;
export interface Types {
  [field: string]: unknown;
  TableName?: unknown;
}
export interface Validation {
  types: Types;
  custom?: (request: Request, store: Store) => string | undefined;
}

export interface Range {
  gt?: string;
  gte?: string;
  lt?: string;
  lte?: string;
  reverse?: boolean;
  limit?: number;
}
interface Change {
  type: 'put' | 'del';
  key: string;
  value?: unknown;
}

/** A key-value space of dynalite: the items of a table, an index, or the tables. */
export interface Space {
  get(key: string, done: Done): void;
  put(key: string, value: unknown, done: Done): void;
  del(key: string, done: Done): void;
  batch(changes: Change[], done: Done): void;
  lock(key: string, run: (release: (done: Done) => Done) => void): void;
  createKeyStream(range?: Range): NodeJS.EventEmitter;
  createValueStream(range?: Range): NodeJS.EventEmitter;
}

/** The items of a table. */
export interface ItemSpace extends Space {
  /** The key under which an item, or the item of a key, is stored. */
  makeKey(item: Item): string;
  /** The item of a stored key. */
  getAt(storedKey: string): Item | undefined;
  /** Puts an item by its stored key. @throws ValidationException when the item is too large */
  putAt(storedKey: string, item: Item): void;
  deleteAt(storedKey: string): void;
  /** All items, so many at a time. */
  pages(size: number): AsyncIterable<Item[]>;
}

/** The store that dynalite's actions expect. */
export interface Store {
  options: { createTableMs: number; deleteTableMs: number; updateTableMs: number; maxItemSize: number };
  tableDb: Space & { awsAccountId: string; awsRegion: string };
  getItemDb(table: string): ItemSpace;
  deleteItemDb(table: string, done: Done): void;
  getIndexDb(type: string, table: string, index: string): Space;
  deleteIndexDb(type: string, table: string, index: string, done: Done): void;
  getTagDb(table: string): Space;
  deleteTagDb(table: string, done: Done): void;
  getTable(name: string, checkStatus: boolean | Done<Table>, done?: Done<Table>): void;
}

export interface LevelIterator {
  nextv(size: number): Promise<[key: string, value: Buffer][]>;
  close(): Promise<void>;
}
export type LevelChange = { type: 'put'; key: string; value: Buffer } | { type: 'del'; key: string };
export interface LevelSnapshot {
  close(): Promise<void>;
}

/** The store below: LevelDB in a folder, or a tree in memory. */
export interface Level {
  open(options?: { writeBufferSize: number }): Promise<void>;
  close(): Promise<void>;
  getSync(key: string, options?: { snapshot: LevelSnapshot }): Buffer | undefined;
  /** Writes all changes or none. `sync` waits until they are on the disk, which the tree in memory ignores. */
  write(changes: readonly LevelChange[], options?: { sync: boolean }): Promise<void>;
  iterator(range: Range & { highWaterMarkBytes?: number; snapshot?: LevelSnapshot }): LevelIterator;
  clear(range: Range): Promise<void>;
  /** Only LevelDB keeps removed entries until it compacts their range. */
  compactRange?(start: string, end: string): Promise<void>;
  snapshot(): LevelSnapshot;
}

interface Database extends Members {
  checkConditional(request: Request, item: Item | undefined): Error | null | undefined;
  createKey(item: Item, table: Table, keySchema?: Table['KeySchema']): string;
  validateKey(key: Item, table: Table): Error | null | undefined;
  validateItem(item: Item, table: Table): Error | null | undefined;
  addConsumedCapacity(request: Request, isRead: boolean, item?: Item, other?: Item): unknown;
}
interface Validations {
  checkTypes(request: Request, types: Types): Request;
  checkValidations(request: Request, types: Types, custom: Validation['custom'], store: Store): void;
}

const require = createRequire(import.meta.url);

export const database = require('dynalite/db') as Database;
replaceMembers(require, database);

export const validations = require('dynalite/validations') as Validations;
export function action(name: string) {
  return require(`dynalite/actions/${name}`) as Action;
}

export function validation(name: string) {
  return require(`dynalite/validations/${name}`) as Validation;
}

/** Calls a function of this store, or one that only gets and puts items: it has called back when it returns. */
export function callNow<T>(run: (done: Done<T>) => void): T {
  const outcomes: { error: Error | null | undefined; value: T | undefined }[] = [];
  run((error, value) => outcomes.push({ error, value }));
  const outcome = outcomes[0];
  if (!outcome) throw new Error('An action of a write command did not finish synchronously.');
  if (outcome.error) throw outcome.error;
  return outcome.value as T;
}

/** Runs an action that only gets and puts items. */
export function runNow(run: Action, store: Store, request: Request): unknown {
  return callNow(done => run(store, request, done));
}

/** Runs an action that reads a range or takes several steps. */
export function runLater(run: Action, store: Store, request: Request) {
  return new Promise<unknown>((resolve, reject) => {
    run(store, request, (error, value) => (error ? reject(error) : resolve(value)));
  });
}
