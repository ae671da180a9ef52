import { batchGetItem } from './batch-get.ts';
import { batchWriteItem } from './batch-write.ts';
import { read, type Operation } from '../commands.ts';
import { query, scan, writeItem } from './items.ts';
import { changeTable } from './tables.ts';
import { transactGetItems, transactWriteItems } from '../transactions/operations.ts';
import { describeTimeToLive, updateTimeToLive } from './ttl-operations.ts';

/** The operations of the API by the name in the request's target. */
export const operations: Record<string, Operation> = {
  GetItem: read('getItem'),
  BatchGetItem: batchGetItem,
  Query: query,
  Scan: scan,
  TransactGetItems: transactGetItems,
  PutItem: writeItem('putItem'),
  UpdateItem: writeItem('updateItem'),
  DeleteItem: writeItem('deleteItem'),
  BatchWriteItem: batchWriteItem,
  TransactWriteItems: transactWriteItems,
  CreateTable: changeTable('createTable'),
  UpdateTable: changeTable('updateTable'),
  DeleteTable: changeTable('deleteTable'),
  DescribeTable: read('describeTable'),
  ListTables: read('listTables'),
  TagResource: changeTable('tagResource'),
  UntagResource: changeTable('untagResource'),
  ListTagsOfResource: read('listTagsOfResource'),
  DescribeTimeToLive: describeTimeToLive,
  UpdateTimeToLive: updateTimeToLive,
};
