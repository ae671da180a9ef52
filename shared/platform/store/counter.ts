import * as v from 'valibot';
import * as Table from './port.ts';
import type { Item, Key } from './table.ts';

/**
 * A counter is an item with the number `count`, which is only added to, so that writers need no read and don't conflict. Within a
 * transaction (Transaction.add) the count is exact. A single update, as here, costs a quarter, and may count twice when DynamoDB's answer
 * is lost and the SDK retries.
 * A counter may also have parts: attributes that are set to what is counted in other items (posts/counters/views/totals.ts). Its number is the sum.
 */
const Counter = v.object({ count: v.number() });

/** The attribute names of a counter's parts begin with this prefix. */
export const PART_PREFIX = 'part#';

/** The number in a counter; 0 when the item doesn't exist. */
export function readCount(item: Item | undefined): number {
  if (!item) return 0;
  let sum = v.parse(Counter, item).count;
  for (const name in item) if (name.startsWith(PART_PREFIX)) sum += v.parse(v.number(), item[name]);
  return sum;
}

/** An update that adds to a counter and creates it if necessary. */
export function counterUpdate(by: number) {
  return {
    UpdateExpression: 'ADD #count :by',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':by': by },
  };
}

const Numbers = v.record(v.string(), v.number());

/**
 * Adds to several numbers of an item, and creates it if necessary. `expires`: the item's time to live in Unix seconds.
 * @returns the new numbers
 */
export async function addToNumbers(
  key: Key,
  by: Readonly<Record<string, number>>,
  expires?: number,
): Promise<Readonly<Record<string, number>>> {
  const names = Object.keys(by);
  const added = names.map(name => `#${name} :${name}`).join(', ');
  const { Attributes: counted } = await Table.update({
    Key: { ...key },
    UpdateExpression: `ADD ${added}${expires === undefined ? '' : ' SET expires = :expires'}`,
    ExpressionAttributeNames: Object.fromEntries(names.map(name => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(Object.entries(by).map(([name, number]) => [`:${name}`, number])),
      ...(expires !== undefined && { ':expires': expires }),
    },
    ReturnValues: 'UPDATED_NEW',
  });
  return v.parse(Numbers, counted);
}

/** Adds to a counter. `expires`: the item's time to live in Unix seconds. @returns the new `count` */
export async function addToCount(key: Key, count: number, expires?: number): Promise<number> {
  return (await addToNumbers(key, { count }, expires)).count ?? 0;
}
