import { runNow } from './commands.ts';
import { type Action, database, type Item, type Request, type Store, type Table } from './dynalite.ts';
import { errorName, isAnswerable } from './errors.ts';

/** The field by which a request asks for the item that its condition refused; dynalite knows nothing of it. */
export const returnOnFailure = {
  ReturnValuesOnConditionCheckFailure: { type: 'String', enum: ['ALL_OLD', 'NONE'] },
};

const getTable: Action = (store, { TableName = '' }, done) => {
  store.getTable(TableName, done);
};

/** The active table that a request names; throws ResourceNotFoundException. */
export function tableOf(store: Store, request: Request) {
  return runNow(getTable, store, request) as Table;
}

const getCurrent: Action = (store, request, done) => {
  const key = database.createKey(request.Key ?? request.Item ?? {}, tableOf(store, request));
  store.getItemDb(request.TableName ?? '').get(key, done);
};

/** The item that a request is about, as it is now. */
export function currentItem(store: Store, request: Request) {
  return runNow(getCurrent, store, request) as Item | undefined;
}

/** The refused item, if the request asks for it and there is one. */
export function refusedItem(store: Store, request: Request, error: unknown): Item | undefined {
  return isAnswerable(error) &&
    errorName(error) === 'ConditionalCheckFailedException' &&
    request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD'
    ? currentItem(store, request)
    : undefined;
}
