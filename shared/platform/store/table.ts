import { environment } from '../core/environment.ts';
import { Unavailable } from '../core/errors.ts';
import * as Table from './port.ts';
import { pause } from './retry.ts';

/** The key of an item in the one table. */
export interface Key {
  pk: string;
  sk: string;
}
/** An unvalidated item; a schema must parse it before use. */
export type Item = Readonly<Record<string, unknown>>;

/** What a read sees: every write before it, at twice the price, or a state that may be some seconds old. */
export interface Consistency {
  consistent: boolean;
}

export interface Range extends Consistency {
  pk: string;
  /** Only sort keys behind this one, in reading direction. */
  after?: string;
  /** An inclusive range of sort keys; not together with `after`. */
  between?: readonly [string, string];
  descending?: boolean;
  limit?: number;
}

const MAX_BATCH = 100;
/** With the pauses between them, these retries take one or two seconds. */
const MAX_EMPTY_RETRIES = 9;

export async function getItem(key: Key, { consistent }: Consistency): Promise<Item | undefined> {
  return (await Table.get({ Key: key, ConsistentRead: consistent })).Item;
}

/** Reads some attributes of an item, eventually consistent. It costs as many read units as the whole item, but transfers only these attributes. */
export async function getAttributes(key: Key, names: readonly string[]): Promise<Item | undefined> {
  const placeholders = names.map((name, index): [string, string] => [`#${index}`, name]);
  const { Item: item } = await Table.get({
    Key: key,
    ProjectionExpression: placeholders.map(([placeholder]) => placeholder).join(),
    ExpressionAttributeNames: Object.fromEntries(placeholders),
  });
  return item;
}

/** Reads a partition in the order of its sort keys, following pages until `limit`. */
export async function queryItems(range: Range): Promise<Item[]> {
  const items: Item[] = [];
  let start: Record<string, unknown> | undefined;
  do {
    const page = await Table.query(queryInput(range, items.length, start));
    items.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start && items.length < (range.limit ?? Infinity));
  return items;
}

/** Counts the items of a range, up to `limit`. Costs as many read units as reading them, but transfers nothing. */
export async function countItems(range: Range): Promise<number> {
  let count = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const page = await Table.query({ ...queryInput(range, count, start), Select: 'COUNT' });
    count += page.Count ?? 0;
    start = page.LastEvaluatedKey;
  } while (start && count < (range.limit ?? Infinity));
  return count;
}

function queryInput(range: Range, found: number, start: Record<string, unknown> | undefined) {
  const { expression, values } = keyCondition(range);
  return {
    KeyConditionExpression: `pk = :pk${expression}`,
    ExpressionAttributeValues: { ':pk': range.pk, ...values },
    ScanIndexForward: !range.descending,
    ConsistentRead: range.consistent,
    ExclusiveStartKey: start,
    ...(range.limit !== undefined && { Limit: range.limit - found }),
  };
}

function keyCondition({ after, between, descending }: Range) {
  if (after !== undefined)
    return { expression: ` AND sk ${descending ? '<' : '>'} :after`, values: { ':after': after } };
  if (between)
    return {
      expression: ' AND sk BETWEEN :from AND :to',
      values: { ':from': between[0], ':to': between[1] },
    };
  return { expression: '', values: {} };
}

export function keyText(key: Key): string {
  return `${key.pk}|${key.sk}`;
}

/** Reads any number of items, a hundred per call, all calls at once. @returns the existing ones by `keyText` */
export async function getItems(
  keys: readonly Key[],
  { consistent }: Consistency,
): Promise<Map<string, Item>> {
  const distinct = [...new Map(keys.map(key => [keyText(key), key])).values()];
  const batches = Array.from({ length: Math.ceil(distinct.length / MAX_BATCH) }, (_, index) =>
    getBatch(distinct.slice(index * MAX_BATCH, (index + 1) * MAX_BATCH), { consistent }),
  );
  const items = (await Promise.all(batches)).flat();
  return new Map(items.map(item => [`${String(item.pk)}|${String(item.sk)}`, item]));
}

/**
 * Reads items that other records refer to and that therefore should exist: eventually consistent at half the price, then missing ones
 * again consistently, because they may be new.
 */
export async function getReferencedItems(keys: readonly Key[]): Promise<Map<string, Item>> {
  const found = await getItems(keys, { consistent: false });
  const missing = keys.filter(key => !found.has(keyText(key)));
  return missing.length === 0
    ? found
    : new Map([...found, ...(await getItems(missing, { consistent: true }))]);
}

/**
 * DynamoDB may answer a batch partly (16 MB, throttling): requests the rest again, after longer pauses while nothing arrives.
 * @throws Unavailable when repeatedly nothing arrives
 */
async function getBatch(keys: readonly Key[], { consistent }: Consistency): Promise<Item[]> {
  const table = environment().TABLE_NAME;
  const items: Item[] = [];
  let pending: Record<string, unknown>[] = keys.map(({ pk, sk }) => ({ pk, sk }));
  for (let emptyRetries = 0; pending.length > 0;) {
    const request = { Keys: pending, ConsistentRead: consistent };
    const answer = await Table.batchGet({ RequestItems: { [table]: request } });
    items.push(...(answer.Responses?.[table] ?? []));
    const left = answer.UnprocessedKeys?.[table]?.Keys ?? [];
    emptyRetries = left.length < pending.length ? 0 : emptyRetries + 1;
    if (emptyRetries === MAX_EMPTY_RETRIES) throw new Unavailable();
    if (left.length > 0) await pause(emptyRetries + 1);
    pending = left;
  }
  return items;
}
