import { type Operation, write } from './commands.ts';
import { requireTable } from './conditions.ts';
import {
  action,
  type Change,
  database,
  type Item,
  type Request,
  runNow,
  type Store,
  type Table,
  validation,
} from './dynalite.ts';
import { validationError } from './errors.ts';

interface WriteRequest {
  PutRequest?: { Item: Item };
  DeleteRequest?: { Key: Item };
}

/** BatchWriteItem; one commit too, though the service promises less. */
export const batchWriteItem: Operation = {
  validation: validation('batchWriteItem'),
  run: write(({ store }, request) =>
    needsOldItems(store, request)
      ? runNow(action('batchWriteItem'), store, request)
      : writeBlindly(store, request),
  ),
};

function tablesOf({ RequestItems = {} }: Request): [name: string, requests: WriteRequest[]][] {
  return Object.entries(RequestItems) as [string, unknown][] as [string, WriteRequest[]][];
}

/** dynalite's action reads each item that it replaces: the capacity and the secondary indexes depend on it. */
function needsOldItems(store: Store, request: Request): boolean {
  if (request.ReturnConsumedCapacity) return true;
  return tablesOf(request).some(([TableName]) => {
    const table = requireTable(store, { TableName });
    return table.GlobalSecondaryIndexes !== undefined || table.LocalSecondaryIndexes !== undefined;
  });
}

function writeBlindly(store: Store, request: Request): object {
  // Everything is checked before anything is written: a refused batch changes nothing.
  const batches = tablesOf(request).map(([TableName, requests]) => ({
    space: store.getItemDb(TableName),
    changes: changesOf(requests, requireTable(store, { TableName })),
  }));
  for (const { space, changes } of batches)
    for (const { type, key, value } of changes)
      if (type === 'put') space.put(key, value, throwFailure);
      else space.del(key, throwFailure);
  return { UnprocessedItems: {} };
}

function changesOf(requests: readonly WriteRequest[], table: Table): Change[] {
  const changes = requests.map(request => changeOf(request, table));
  if (new Set(changes.map(({ key }) => key)).size < changes.length)
    throw validationError('Provided list of item keys contains duplicates');
  return changes;
}

function changeOf({ PutRequest, DeleteRequest }: WriteRequest, table: Table): Change {
  const named = PutRequest?.Item ?? DeleteRequest?.Key ?? {};
  const fault = PutRequest ? database.validateItem(named, table) : database.validateKey(named, table);
  if (fault) throw inBatchWords(fault);
  const key = database.createKey(named, table);
  return PutRequest ? { type: 'put', key, value: named } : { type: 'del', key };
}

/** The service's words for an item that lacks a key, or has one of another type, are others in a batch. */
function inBatchWords(fault: Error): Error {
  return /Missing the key|Type mismatch for key/.test(fault.message)
    ? validationError('The provided key element does not match the schema')
    : fault;
}

function throwFailure(error?: Error | null): void {
  if (error) throw error;
}
