import { QUOTAS } from '../../quotas.ts';
import { returnOnFailure } from '../conditions.ts';
import {
  type Item,
  type Request,
  type Store,
  type Types,
  validation,
  type Validation,
} from '../dynalite/dynalite.ts';
import { itemBytes, describeOversize } from '../size.ts';

const { types: put, custom: checkPut } = validation('putItem');
const { types: update, custom: checkUpdate } = validation('updateItem');
const { types: remove, custom: checkDelete } = validation('deleteItem');
const { types: get, custom: checkGet } = validation('getItem');

function pick(from: Types, ...names: string[]): Types {
  return Object.fromEntries(names.map(name => [name, from[name]]));
}

function required(from: Types, name: string): Types {
  return {
    [name]: { ...(from[name] as object), notNull: true },
  };
}

function struct(name: string, children: Types) {
  return { type: `FieldStruct<${name}>`, children };
}

function list(member: string, children: Types) {
  return {
    type: 'List',
    notNull: true,
    lengthGreaterThanOrEqual: 1,
    lengthLessThanOrEqual: QUOTAS.transactionItems.max,
    children: { type: `ValueStruct<${member}>`, children },
  };
}

function conditional(from: Types, ...names: string[]): Types {
  return {
    ...pick(from, 'TableName', 'ConditionExpression', ...names),
    ...pick(from, 'ExpressionAttributeNames', 'ExpressionAttributeValues'),
    ...returnOnFailure,
  };
}

/** The actions of a write transaction. `custom` checks expressions and values as the single operation does. */
const actions = {
  Put: { types: conditional(put, 'Item'), custom: checkPut },
  Update: {
    types: { ...conditional(update, 'Key'), ...required(update, 'UpdateExpression') },
    custom: checkUpdate,
  },
  Delete: { types: conditional(remove, 'Key'), custom: checkDelete },
  ConditionCheck: {
    types: { ...conditional(remove, 'Key'), ...required(remove, 'ConditionExpression') },
    custom: checkDelete,
  },
};
export type ActionName = keyof typeof actions;

/** An element of TransactWriteItems' TransactItems; after validation it has exactly one of these members. */
export type WriteEntry = Partial<Record<ActionName, Request>>;

/** An element of TransactGetItems' TransactItems. */
export interface ReadEntry {
  Get?: Request;
}

function listActions(entry: WriteEntry) {
  return Object.entries(entry) as [ActionName, Request][];
}

/** The action of a validated entry. */
export function getAction(entry: WriteEntry): [ActionName, Request] {
  return listActions(entry)[0]!;
}

function requestBytes({ Item = {}, Key = {}, ExpressionAttributeValues = {} }: Request) {
  return itemBytes(Item) + itemBytes(Key) + itemBytes(ExpressionAttributeValues as Item);
}

function checkEntry(entry: WriteEntry, store: Store): string | undefined {
  const [first, ...others] = listActions(entry);
  if (!first) return 'Invalid Request: TransactWriteRequest should contain Delete or Put or Update request';
  if (others.length > 0) return 'TransactItems can only contain one of Check, Put, Update or Delete';
  const [name, request] = first;
  return actions[name].custom?.(request, store) ?? describeOversize(request.Item);
}

function checkWrite({ TransactItems }: Request, store: Store): string | undefined {
  let bytes = 0;
  for (const entry of TransactItems as WriteEntry[]) {
    const message = checkEntry(entry, store);
    if (message) return message;
    bytes += requestBytes(getAction(entry)[1]);
  }
  if (bytes > QUOTAS.transactionBytes.max)
    return `Transaction payload size cannot exceed 4MB. Payload Size: ${bytes}`;
  return undefined;
}

function checkRead({ TransactItems }: Request, store: Store): string | undefined {
  for (const { Get } of TransactItems as ReadEntry[]) {
    if (!Get) return 'Invalid Request: TransactGetRequest should contain Get request';
    const message = checkGet?.(Get, store);
    if (message) return message;
  }
  return undefined;
}

export const writeValidation: Validation = {
  types: {
    TransactItems: list(
      'TransactWriteItem',
      Object.fromEntries(Object.entries(actions).map(([name, { types }]) => [name, struct(name, types)])),
    ),
    ClientRequestToken: { type: 'String', lengthGreaterThanOrEqual: 1, lengthLessThanOrEqual: 36 },
    ...pick(put, 'ReturnConsumedCapacity', 'ReturnItemCollectionMetrics'),
  },
  custom: checkWrite,
};

export const readValidation: Validation = {
  types: {
    TransactItems: list('TransactGetItem', {
      Get: struct('Get', pick(get, 'TableName', 'Key', 'ProjectionExpression', 'ExpressionAttributeNames')),
    }),
    ...pick(get, 'ReturnConsumedCapacity'),
  },
  custom: checkRead,
};
