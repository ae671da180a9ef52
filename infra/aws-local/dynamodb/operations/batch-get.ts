import { QUOTAS } from '../../quotas.ts';
import type { Operation } from '../commands.ts';
import { requireTable } from '../conditions.ts';
import {
  action,
  database,
  type Item,
  type Request,
  runLater,
  type Store,
  validation,
} from '../dynalite/dynalite.ts';
import { itemBytes } from '../size.ts';

const { batchGetBytes } = QUOTAS;
/** dynalite stops at this size plus 1 MB. */
const MAX_ACTION_BYTES = batchGetBytes.max - 1024 * 1024;

interface BatchAnswer {
  Responses: Record<string, Item[]>;
  UnprocessedKeys: Record<string, KeysOfTable>;
}

interface KeysOfTable {
  Keys: Item[];
}

function listTables({ RequestItems = {} }: Request): [name: string, request: Request & KeysOfTable][] {
  return Object.entries(RequestItems) as [string, Request & KeysOfTable][];
}

/** BatchGetItem. dynalite's action takes twice as long, because it runs a GetItem for each key; it answers what is rarely asked for. */
export const batchGetItem: Operation = {
  validation: validation('batchGetItem'),
  run: ({ store }, request) =>
    needsAction(request) ? readByAction(store, request) : readWhole(store, request),
};

function needsAction(request: Request): boolean {
  const isProjected = ([, { ProjectionExpression, AttributesToGet }]: [string, Request]): boolean =>
    ProjectionExpression !== undefined || AttributesToGet !== undefined;
  return request.ReturnConsumedCapacity !== undefined || listTables(request).some(isProjected);
}

/** Answers whole items, up to the limit on their size. Their order is not that of the keys, as in the service. */
function readWhole(store: Store, request: Request): BatchAnswer {
  const answer: BatchAnswer = { Responses: {}, UnprocessedKeys: {} };
  let bytes = 0;
  for (const [TableName, part] of listTables(request)) {
    const table = requireTable(store, { TableName });
    const space = store.getItemDb(TableName);
    const items: Item[] = [];
    const left: Item[] = [];
    for (const key of part.Keys) {
      const fault = database.validateKey(key, table);
      if (fault) throw fault;
      const item = space.getAt(space.makeKey(key));
      bytes += item ? itemBytes(item) : 0;
      if (bytes > batchGetBytes.max) left.push(key);
      else if (item) items.push(item);
    }
    answer.Responses[TableName] = items.reverse();
    if (left.length > 0) answer.UnprocessedKeys[TableName] = { ...part, Keys: left };
  }
  return answer;
}

/** Unprocessed keys are returned with their projection, which dynalite omits. */
async function readByAction(store: Store, request: Request): Promise<BatchAnswer> {
  const roomy = { ...store, options: { ...store.options, maxItemSize: MAX_ACTION_BYTES } };
  const answer = (await runLater(action('batchGetItem'), roomy, request)) as BatchAnswer;
  for (const [table, unprocessed] of Object.entries(answer.UnprocessedKeys)) {
    const { ProjectionExpression, ExpressionAttributeNames } = request.RequestItems?.[table] ?? {};
    Object.assign(unprocessed, { ProjectionExpression, ExpressionAttributeNames });
  }
  return answer;
}
