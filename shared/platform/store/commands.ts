import * as client from '@aws-sdk/client-dynamodb';
import * as base from '@aws-sdk/lib-dynamodb';
import { makePlainCommand } from './wire/handlers.ts';

/*
 * These are the document client's commands that the service uses, without its conversion of values: the protocol converts them (wire/wire.md).
 * The client's other commands work too, with their own slower conversion.
 */

export const BatchGetCommand = /* @__PURE__ */ makePlainCommand(
  'BatchGetItem',
  base.BatchGetCommand,
  client.BatchGetItemCommand,
);
export const BatchWriteCommand = /* @__PURE__ */ makePlainCommand(
  'BatchWriteItem',
  base.BatchWriteCommand,
  client.BatchWriteItemCommand,
);
export const DeleteCommand = /* @__PURE__ */ makePlainCommand(
  'DeleteItem',
  base.DeleteCommand,
  client.DeleteItemCommand,
);
export const GetCommand = /* @__PURE__ */ makePlainCommand('GetItem', base.GetCommand, client.GetItemCommand);
export const PutCommand = /* @__PURE__ */ makePlainCommand('PutItem', base.PutCommand, client.PutItemCommand);
export const QueryCommand = /* @__PURE__ */ makePlainCommand('Query', base.QueryCommand, client.QueryCommand);
export const ScanCommand = /* @__PURE__ */ makePlainCommand('Scan', base.ScanCommand, client.ScanCommand);
export const TransactWriteCommand = /* @__PURE__ */ makePlainCommand(
  'TransactWriteItems',
  base.TransactWriteCommand,
  client.TransactWriteItemsCommand,
);
export const UpdateCommand = /* @__PURE__ */ makePlainCommand(
  'UpdateItem',
  base.UpdateCommand,
  client.UpdateItemCommand,
);
