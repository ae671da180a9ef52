import * as client from '@aws-sdk/client-dynamodb';
import * as base from '@aws-sdk/lib-dynamodb';
import { plain } from './wire/handlers.ts';

/*
 * These are the document client's commands that the service uses, without its conversion of values: the protocol converts them (wire/wire.md).
 * The client's other commands work too, with their own slower conversion.
 */

export const BatchGetCommand = /* @__PURE__ */ plain(
  'BatchGetItem',
  base.BatchGetCommand,
  client.BatchGetItemCommand,
);
export const BatchWriteCommand = /* @__PURE__ */ plain(
  'BatchWriteItem',
  base.BatchWriteCommand,
  client.BatchWriteItemCommand,
);
export const DeleteCommand = /* @__PURE__ */ plain(
  'DeleteItem',
  base.DeleteCommand,
  client.DeleteItemCommand,
);
export const GetCommand = /* @__PURE__ */ plain('GetItem', base.GetCommand, client.GetItemCommand);
export const PutCommand = /* @__PURE__ */ plain('PutItem', base.PutCommand, client.PutItemCommand);
export const QueryCommand = /* @__PURE__ */ plain('Query', base.QueryCommand, client.QueryCommand);
export const ScanCommand = /* @__PURE__ */ plain('Scan', base.ScanCommand, client.ScanCommand);
export const TransactWriteCommand = /* @__PURE__ */ plain(
  'TransactWriteItems',
  base.TransactWriteCommand,
  client.TransactWriteItemsCommand,
);
export const UpdateCommand = /* @__PURE__ */ plain(
  'UpdateItem',
  base.UpdateCommand,
  client.UpdateItemCommand,
);
