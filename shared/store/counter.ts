import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { environment } from '../core/environment.ts';
import { database } from './client.ts';
import type { Item, Key } from './table.ts';

/**
 * A counter is an item with the number `count`, only ever added to, so that many may add at once and nobody reads first.
 * Within a transaction (Transaction.add) a count is exact whatever happens. Alone, as here, it costs a quarter, never conflicts
 * with other adders, and may count once more when DynamoDB's answer was lost and the SDK asked again.
 */
const Counter = v.object({ count: v.number() });

/** 0 where nothing was counted yet. */
export function countOf(item: Item | undefined): number {
  return item ? v.parse(Counter, item).count : 0;
}

/** The update that adds to a counter, making it if it isn't there. */
export function adding(by: number) {
  return {
    UpdateExpression: 'ADD #count :by',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':by': by },
  };
}

/** Adds to a counter. `expires`: Unix seconds from which it may be deleted. @returns what it counts now */
export async function addToCount(key: Key, by: number, expires?: number): Promise<number> {
  const update = adding(by);
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
