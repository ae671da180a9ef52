import { type Operation, write } from '../commands.ts';
import { requireTable } from '../conditions.ts';
import {
  action,
  database,
  type Item,
  type ItemSpace,
  type Request,
  runNow,
  type Store,
  type Table,
  validation,
} from '../dynalite/dynalite.ts';
import { validationError } from '../errors.ts';

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

function listTables({ RequestItems = {} }: Request): [name: string, requests: WriteRequest[]][] {
  return Object.entries(RequestItems) as [string, unknown][] as [string, WriteRequest[]][];
}

/** dynalite's action reads each item that it replaces: the capacity and the secondary indexes depend on it. */
function needsOldItems(store: Store, request: Request): boolean {
  if (request.ReturnConsumedCapacity) return true;
  return listTables(request).some(([TableName]) => {
    const table = requireTable(store, { TableName });
    return table.GlobalSecondaryIndexes !== undefined || table.LocalSecondaryIndexes !== undefined;
  });
}

interface Write {
  key: string;
  /** Undefined deletes the item of the key. */
  item: Item | undefined;
}

function writeBlindly(store: Store, request: Request): object {
  // Everything is checked before anything is written: a refused batch changes nothing.
  const batches = listTables(request).map(([TableName, requests]) => {
    const space = store.getItemDb(TableName);
    const table = requireTable(store, { TableName });
    return { space, writes: toWrites(requests, table, space) };
  });
  for (const { space, writes } of batches)
    for (const { key, item } of writes)
      if (item) space.putAt(key, item);
      else space.deleteAt(key);
  return { UnprocessedItems: {} };
}

function toWrites(requests: readonly WriteRequest[], table: Table, space: ItemSpace): Write[] {
  const writes = requests.map(request => toWrite(request, table, space));
  if (new Set(writes.map(({ key }) => key)).size < writes.length)
    throw validationError('Provided list of item keys contains duplicates');
  return writes;
}

function toWrite({ PutRequest, DeleteRequest }: WriteRequest, table: Table, space: ItemSpace): Write {
  const named = PutRequest?.Item ?? DeleteRequest?.Key ?? {};
  const fault = PutRequest ? database.validateItem(named, table) : database.validateKey(named, table);
  if (fault) throw inBatchWords(fault);
  return { key: space.makeKey(named), item: PutRequest?.Item };
}

/** The service's words for an item that lacks a key, or has one of another type, are others in a batch. */
function inBatchWords(fault: Error): Error {
  return /Missing the key|Type mismatch for key/.test(fault.message)
    ? validationError('The provided key element does not match the schema')
    : fault;
}
