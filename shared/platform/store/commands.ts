import type {
  BatchGetItemCommandInput,
  BatchGetItemCommandOutput,
  BatchWriteItemCommandInput,
  BatchWriteItemCommandOutput,
  DeleteItemCommandInput,
  DeleteItemCommandOutput,
  GetItemCommandInput,
  GetItemCommandOutput,
  PutItemCommandInput,
  PutItemCommandOutput,
  QueryCommandInput,
  QueryCommandOutput,
  TransactWriteItemsCommandInput,
  TransactWriteItemsCommandOutput,
  UpdateItemCommandInput,
  UpdateItemCommandOutput,
} from '@aws-sdk/client-dynamodb';
import * as documents from '@aws-sdk/lib-dynamodb';
import { PlainHandler } from './wire/handlers.ts';

/**
 * The document client's commands that the service uses, without its conversion of values: the protocol converts them (wire/wire.md). Its other
 * commands work too, with a slower conversion of their own.
 */

export class BatchGetCommand extends documents.BatchGetCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler<
    BatchGetItemCommandInput,
    BatchGetItemCommandOutput
  >();

  override resolveMiddleware(...args: Parameters<documents.BatchGetCommand['resolveMiddleware']>) {
    return BatchGetCommand.#handler.resolve(this.clientCommand, ...args);
  }
}

export class BatchWriteCommand extends documents.BatchWriteCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler<
    BatchWriteItemCommandInput,
    BatchWriteItemCommandOutput
  >();

  override resolveMiddleware(...args: Parameters<documents.BatchWriteCommand['resolveMiddleware']>) {
    return BatchWriteCommand.#handler.resolve(this.clientCommand, ...args);
  }
}

export class DeleteCommand extends documents.DeleteCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler<
    DeleteItemCommandInput,
    DeleteItemCommandOutput
  >();

  override resolveMiddleware(...args: Parameters<documents.DeleteCommand['resolveMiddleware']>) {
    return DeleteCommand.#handler.resolve(this.clientCommand, ...args);
  }
}

export class GetCommand extends documents.GetCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler<GetItemCommandInput, GetItemCommandOutput>();

  override resolveMiddleware(...args: Parameters<documents.GetCommand['resolveMiddleware']>) {
    return GetCommand.#handler.resolve(this.clientCommand, ...args);
  }
}

export class PutCommand extends documents.PutCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler<PutItemCommandInput, PutItemCommandOutput>();

  override resolveMiddleware(...args: Parameters<documents.PutCommand['resolveMiddleware']>) {
    return PutCommand.#handler.resolve(this.clientCommand, ...args);
  }
}

export class QueryCommand extends documents.QueryCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler<QueryCommandInput, QueryCommandOutput>();

  override resolveMiddleware(...args: Parameters<documents.QueryCommand['resolveMiddleware']>) {
    return QueryCommand.#handler.resolve(this.clientCommand, ...args);
  }
}

export class TransactWriteCommand extends documents.TransactWriteCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler<
    TransactWriteItemsCommandInput,
    TransactWriteItemsCommandOutput
  >();

  override resolveMiddleware(...args: Parameters<documents.TransactWriteCommand['resolveMiddleware']>) {
    return TransactWriteCommand.#handler.resolve(this.clientCommand, ...args);
  }
}

export class UpdateCommand extends documents.UpdateCommand {
  static readonly #handler = /* @__PURE__ */ new PlainHandler<
    UpdateItemCommandInput,
    UpdateItemCommandOutput
  >();

  override resolveMiddleware(...args: Parameters<documents.UpdateCommand['resolveMiddleware']>) {
    return UpdateCommand.#handler.resolve(this.clientCommand, ...args);
  }
}
