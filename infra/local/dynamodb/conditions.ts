import {
  type Action,
  database,
  type Item,
  type Request,
  runNow,
  type Store,
  type Table,
} from './dynalite.ts';
import { errorName, isAnswerable } from './errors.ts';

/** The request field that returns the item whose condition failed, which dynalite does not support. */
export const returnOnFailure = {
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
};

const getTable: Action = (store, { TableName = '' }, done) => {
  store.getTable(TableName, done);
};

/** Returns the active table that a request names. @throws ResourceNotFoundException */
export function requireTable(store: Store, request: Request) {
  return runNow(getTable, store, request) as Table;
}

const getCurrent: Action = (store, request, done) => {
  const key = database.createKey(request.Key ?? request.Item ?? {}, requireTable(store, request));
  store.getItemDb(request.TableName ?? '').get(key, done);
};

/** The current item with the key of a request. */
export function readCurrentItem(store: Store, request: Request) {
  return runNow(getCurrent, store, request) as Item | undefined;
}

/** Returns the item whose condition failed, if the request asks for it and the item exists. */
export function readRefusedItem(store: Store, request: Request, error: unknown): Item | undefined {
  return isAnswerable(error) &&
    errorName(error) === 'ConditionalCheckFailedException' &&
    request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
    ? readCurrentItem(store, request)
    : undefined;
}
