import { QUOTAS } from '../../quotas.ts';
import { requireTable } from '../conditions.ts';
import type { Item, Request, Store } from '../dynalite/dynalite.ts';
import { validationError } from '../errors.ts';
import { itemBytes } from '../size.ts';

const { partitionKeyBytes, sortKeyBytes, expressionBytes, queryPageBytes } = QUOTAS;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function values(value: unknown): unknown[] {
  return isObject(value) ? Object.values(value) : [];
}

/** Returns the request and its parts: one per table of a batch, one per action of a transaction. */
function listParts(request: Request): Request[] {
  const perTable = Object.entries(request.RequestItems ?? {}).map(([TableName, part]) => ({
    TableName,
    ...(Array.isArray(part) ? { Keys: part.flatMap(values) } : part),
  }));
  return [request, ...perTable, ...((request.TransactItems ?? []).flatMap(values) as Request[])];
}

/** Returns the items or keys of one part. A BatchWriteItem nests them one level deeper. */
function listItems({ Item, Key, Keys = [] }: Request): Item[] {
  return [
    Item,
    Key,
    ...(Keys as Request[]).map(each => each.Item ?? each.Key ?? (each as unknown as Item)),
  ].filter(item => item !== undefined);
}

/** Checks keys in bytes, as DynamoDB does; dynalite counts characters. */
function checkKeys(store: Store, part: Request): void {
  const items = listItems(part);
  if (part.TableName === undefined || items.length === 0) return;
  const [partition, sort] = requireTable(store, part).KeySchema.map(({ AttributeName }) => AttributeName);
  const bytes = (item: Item, name = '') => Buffer.byteLength(item[name]?.S ?? '');
  if (items.some(item => bytes(item, partition) > partitionKeyBytes.max))
    throw validationError(
      `One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of${partitionKeyBytes.max} bytes`,
    );
  if (items.some(item => bytes(item, sort) > sortKeyBytes.max))
    throw validationError(
      `One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of ${sortKeyBytes.max} bytes`,
    );
}

function checkExpressions(part: Request): void {
  for (const [field, text] of Object.entries(part)) {
    if (!field.endsWith('Expression') || typeof text !== 'string') continue;
    const bytes = Buffer.byteLength(text);
    if (bytes > expressionBytes.max)
      throw validationError(
        `Invalid ${field}: Expression size has exceeded the maximum allowed size; expression size: ${bytes}`,
      );
  }
}

/** Enforces the size limits that dynalite does not. */
export function checkSizes(store: Store, request: Request): void {
  for (const part of listParts(request)) {
    checkExpressions(part);
    checkKeys(store, part);
  }
}

interface Page {
  Items?: Item[];
  Count?: number;
  ScannedCount?: number;
  LastEvaluatedKey?: Item;
}

/** Ends a page with the item that makes it 1 MB, counted in bytes. A filtered page stays: the size of what it read is unknown here. */
export function cutPage(store: Store, request: Request, page: Page): Page {
  const items = page.Items ?? [];
  if (items.length < 2 || page.Count !== page.ScannedCount) return page;
  let bytes = 0;
  const last = items.findIndex(item => (bytes += itemBytes(item)) >= queryPageBytes.max);
  const lastItem = items[last];
  if (lastItem === undefined || last === items.length - 1) return page;
  const { KeySchema } = requireTable(store, request);
  const LastEvaluatedKey: Item = {};
  for (const { AttributeName } of KeySchema) LastEvaluatedKey[AttributeName] = lastItem[AttributeName]!;
  const count = { Count: last + 1, ScannedCount: last + 1 };
  return { ...page, ...count, Items: items.slice(0, last + 1), LastEvaluatedKey };
}
