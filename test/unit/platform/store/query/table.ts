import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach } from 'vitest';
import { keyText, type Item, type Key } from '../../../../../shared/platform/store/table.ts';
import { mockDatabase } from '../../../../support/aws/mock-database.ts';

/** An item written directly into the table: a key, and perhaps attributes. */
export type Planted = Key & Item;

/** The read of one range of sort keys: the only query that lists make. */
const BETWEEN = 'pk = :pk AND sk BETWEEN :from AND :to';
/** DynamoDB returns at most 1 MB, so the answers of this table are pages too. */
const MAX_PAGE = 3000;

/** Calls of queries to DynamoDB. */
export interface Calls {
  /** The consistency of each Query and BatchGetItem. */
  consistent: unknown[];
}

/**
 * A table in memory for this test file, which answers the calls of queries as DynamoDB does, and its calls in the current test.
 * `maxCalls`: refuses more calls in a test, so that a query that does not end fails soon.
 */
export function useTable(items: () => Iterable<Planted>, maxCalls = Infinity): Calls {
  const database = mockDatabase();
  const calls: Calls = { consistent: [] };
  let table: Table | undefined;
  beforeEach(() => {
    calls.consistent = [];
    table ??= new Table(items());
    const { query, get } = table;
    const count = (consistent: unknown): void => {
      if (calls.consistent.push(consistent) > maxCalls) throw new Error('The query does not end.');
    };
    database.on(QueryCommand).callsFake(input => {
      count(input.ConsistentRead);
      return query(input);
    });
    database.on(BatchGetCommand).callsFake(({ RequestItems: { table: request } }) => {
      count(request.ConsistentRead);
      return { Responses: { table: request.Keys.flatMap(get) } };
    });
  });
  return calls;
}

class Table {
  /** The items of each partition by sort key. */
  readonly #partitions = new Map<string, Planted[]>();
  readonly #items = new Map<string, Planted>();

  constructor(items: Iterable<Planted>) {
    for (const item of items) {
      this.#items.set(keyText(item), item);
      const partition = this.#partitions.get(item.pk);
      if (partition) partition.push(item);
      else this.#partitions.set(item.pk, [item]);
    }
    for (const partition of this.#partitions.values()) partition.sort((a, b) => (a.sk < b.sk ? -1 : 1));
  }

  readonly get = (key: Key): Planted[] => {
    const item = this.#items.get(keyText(key));
    return item ? [item] : [];
  };

  readonly query = (input: any) => {
    if (input.KeyConditionExpression !== BETWEEN) throw new Error('This table knows no such condition.');
    const { ':pk': pk, ':from': from, ':to': to } = input.ExpressionAttributeValues;
    if (from > to) throw new Error('DynamoDB refuses a range that ends before it starts.');
    const partition = this.#partitions.get(pk) ?? [];
    const range = partition.slice(indexOf(partition, from), indexOf(partition, `${to}\0`));
    if (input.ScanIndexForward === false) range.reverse();
    const start = input.ExclusiveStartKey;
    const rest = start ? range.slice(range.findIndex(({ sk }) => sk === start.sk) + 1) : range;
    const page = rest.slice(0, Math.min(input.Limit ?? Infinity, MAX_PAGE));
    const last = page.length < rest.length ? page.at(-1) : undefined;
    return {
      Count: page.length,
      ...(input.Select !== 'COUNT' && { Items: page }),
      LastEvaluatedKey: last && { pk: last.pk, sk: last.sk },
    };
  };
}

/** The index of the first item whose sort key is not before this one. */
function indexOf(partition: readonly Planted[], sortKey: string): number {
  let [low, high] = [0, partition.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (partition[middle]!.sk < sortKey) low = middle + 1;
    else high = middle;
  }
  return low;
}
