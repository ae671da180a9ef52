import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { nowMs } from '../core/clock.ts';
import { environment } from '../core/environment.ts';
import { logError } from '../core/log.ts';
import { database } from '../store/client.ts';
import { keyKey } from './record.ts';

const recordedDays = new Map<number, string>();

/** "YYYY-MM-DD", UTC. */
function today(): string {
  return new Date(nowMs()).toISOString().slice(0, 10);
}

/** Records the day of a key's use, with one write per key, day and process. A failure doesn't fail the request. */
export async function recordUse(id: number): Promise<void> {
  const date = today();
  if (recordedDays.get(id) === date) return;
  recordedDays.set(id, date);
  await database()
    .send(
      new UpdateCommand({
        TableName: environment().TABLE_NAME,
        Key: keyKey(id),
        UpdateExpression: 'SET last_used_date = :today',
        ConditionExpression:
          'attribute_exists(pk) AND (attribute_not_exists(last_used_date) OR last_used_date < :today)',
        ExpressionAttributeValues: { ':today': date },
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'ConditionalCheckFailedException'))
        logError('key use not recorded', error);
    });
}
