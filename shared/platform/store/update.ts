import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { conditionFields, type Expression } from './condition.ts';
import * as Table from './port.ts';
import type { Key } from './table.ts';

/** What an update changes, as fields of a DynamoDB request. */
export interface Update {
  UpdateExpression: string;
  /** A condition is passed in addition to the update. */
  ConditionExpression?: never;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/** An update under a condition, as fields of a request. Both may use the same names and values. */
export function updateFields(update: Update, condition: Expression | undefined) {
  const { ExpressionAttributeNames, ExpressionAttributeValues, ...expression } = conditionFields(condition);
  const names = { ...update.ExpressionAttributeNames, ...ExpressionAttributeNames };
  const values = { ...update.ExpressionAttributeValues, ...ExpressionAttributeValues };
  return {
    ...update,
    ...expression,
    // DynamoDB refuses empty ones.
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}

/** Updates a single item, or leaves it as it is when the condition doesn't hold. */
export async function updateIf(condition: Expression, key: Key, update: Update): Promise<void> {
  try {
    await Table.update({ Key: { ...key }, ...updateFields(update, condition) });
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
