import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { conditionFields, type Condition } from './condition.ts';
import * as Table from './port.ts';
import { Contention } from './retry.ts';
import type { Item, Key } from './table.ts';

/** Puts a single item without a condition: only for items that one request writes, with the same content each time. */
export async function putItem(item: Item): Promise<void> {
  await Table.put({ Item: { ...item } });
}

/** Puts a single item under a condition, at half of a transaction's cost. @throws the condition's `otherwise` error, Contention */
export async function putUnder(condition: Condition, item: Item): Promise<void> {
  try {
    await Table.put({ Item: { ...item }, ...conditionFields(condition) });
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw condition.otherwise();
    if (error instanceof TransactionConflictException)
      throw new Contention('Another transaction holds the item', { cause: error });
    throw error;
  }
}

/** Deletes a single item that no transaction writes, at half of a transaction's cost. */
export async function deleteItem({ pk, sk }: Key): Promise<void> {
  await Table.delete({ Key: { pk, sk } });
}
