import {
  callNow,
  database,
  type Done,
  type Item,
  type Request,
  type Store,
  type Table,
} from './dynalite/dynalite.ts';
import { errorName, isAnswerable } from './errors.ts';

/** The request field that returns the item whose condition failed, which dynalite does not support. */
export const returnOnFailure = {
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
};

/** Returns the active table that a request names. @throws ResourceNotFoundException */
export function requireTable(store: Store, { TableName = '' }: Request): Table {
  return callNow(done => store.getTable(TableName, done));
}

/** The current item with the key of a request. */
export function readCurrentItem(store: Store, request: Request): Item | undefined {
  const key = database.createKey(request.Key ?? request.Item ?? {}, requireTable(store, request));
  return callNow(done => store.getItemDb(request.TableName ?? '').get(key, done as Done));
}

/** Returns the item whose condition failed, if the request asks for it and the item exists. */
export function readRefusedItem(store: Store, request: Request, error: unknown): Item | undefined {
  return isAnswerable(error) &&
    errorName(error) === 'ConditionalCheckFailedException' &&
    request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
    ? readCurrentItem(store, request)
    : undefined;
}
