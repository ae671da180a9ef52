import * as client from '@aws-sdk/client-dynamodb';
import * as documents from '@aws-sdk/lib-dynamodb';
import { PlainHandler } from './wire/handlers.ts';

/**
 * The document client's commands that the service uses, without its conversion of values: the protocol converts them (wire/wire.md). Its other
 * commands work too, with a slower conversion of their own.
 */

export class BatchGetCommand extends documents.BatchGetCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler('BatchGetItem', client.BatchGetItemCommand);

  override resolveMiddleware(...args: Parameters<documents.BatchGetCommand['resolveMiddleware']>) {
    return BatchGetCommand.#handler.resolve(this.input, ...args);
  }
}

export class BatchWriteCommand extends documents.BatchWriteCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler('BatchWriteItem', client.BatchWriteItemCommand);

  override resolveMiddleware(...args: Parameters<documents.BatchWriteCommand['resolveMiddleware']>) {
    return BatchWriteCommand.#handler.resolve(this.input, ...args);
  }
}

export class DeleteCommand extends documents.DeleteCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler('DeleteItem', client.DeleteItemCommand);

  override resolveMiddleware(...args: Parameters<documents.DeleteCommand['resolveMiddleware']>) {
    return DeleteCommand.#handler.resolve(this.input, ...args);
  }
}

export class GetCommand extends documents.GetCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler('GetItem', client.GetItemCommand);

  override resolveMiddleware(...args: Parameters<documents.GetCommand['resolveMiddleware']>) {
    return GetCommand.#handler.resolve(this.input, ...args);
  }
}

export class PutCommand extends documents.PutCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler('PutItem', client.PutItemCommand);

  override resolveMiddleware(...args: Parameters<documents.PutCommand['resolveMiddleware']>) {
    return PutCommand.#handler.resolve(this.input, ...args);
  }
}

export class QueryCommand extends documents.QueryCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler('Query', client.QueryCommand);

  override resolveMiddleware(...args: Parameters<documents.QueryCommand['resolveMiddleware']>) {
    return QueryCommand.#handler.resolve(this.input, ...args);
  }
}

export class ScanCommand extends documents.ScanCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler('Scan', client.ScanCommand);

  override resolveMiddleware(...args: Parameters<documents.ScanCommand['resolveMiddleware']>) {
    return ScanCommand.#handler.resolve(this.input, ...args);
  }
}

export class TransactWriteCommand extends documents.TransactWriteCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler(
    'TransactWriteItems',
    client.TransactWriteItemsCommand,
  );

  override resolveMiddleware(...args: Parameters<documents.TransactWriteCommand['resolveMiddleware']>) {
    return TransactWriteCommand.#handler.resolve(this.input, ...args);
  }
}

export class UpdateCommand extends documents.UpdateCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler('UpdateItem', client.UpdateItemCommand);

  override resolveMiddleware(...args: Parameters<documents.UpdateCommand['resolveMiddleware']>) {
    return UpdateCommand.#handler.resolve(this.input, ...args);
  }
}
