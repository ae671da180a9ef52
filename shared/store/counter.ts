import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { environment } from '../core/environment.ts';
import { database } from './client.ts';
import type { Item, Key } from './table.ts';

/**
 * A counter is an item with the number `count`, which is only added to, so that writers need no read and don't conflict. Within a
 * transaction (Transaction.add) the count is exact. A single update, as here, costs a quarter, and may count twice when DynamoDB's answer
 * is lost and the SDK retries.
 */
const Counter = v.object({ count: v.number() });

/** The number in a counter; 0 when the item doesn't exist. */
export function countOf(item: Item | undefined): number {
  return item ? v.parse(Counter, item).count : 0;
}

/** An update that adds to a counter and creates it if necessary. */
export function counterUpdate(by: number) {
  return {
    UpdateExpression: 'ADD #count :by',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':by': by },
  };
}

/** Adds to a counter. `expires`: the item's time to live in Unix seconds. @returns the new count */
export async function addToCount(key: Key, by: number, expires?: number): Promise<number> {
  const update = counterUpdate(by);
  const withExpiry = expires !== undefined && {
    UpdateExpression: `${update.UpdateExpression} SET expires = :expires`,
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':expires': expires },
  };
  const { Attributes: counted } = await database().send(
    new UpdateCommand({
      TableName: environment().TABLE_NAME,
      Key: { ...key },
      ...update,
      ...withExpiry,
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return countOf(counted);
}
