import {
  CreateTableCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { EXPIRY_ATTRIBUTE, TABLE_KEYS } from '../table.ts';

/** Makes the table unless it is there. */
export async function ensureTable(name: string): Promise<void> {
  const client = new DynamoDBClient({});
  const { partition, sort } = TABLE_KEYS;
  try {
    await client.send(
      new CreateTableCommand({
        TableName: name,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: partition, AttributeType: 'S' },
          { AttributeName: sort, AttributeType: 'S' },
        ],
        KeySchema: [
          { AttributeName: partition, KeyType: 'HASH' },
          { AttributeName: sort, KeyType: 'RANGE' },
        ],
      }),
    );
    await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 1 }, { TableName: name });
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: name,
        TimeToLiveSpecification: { AttributeName: EXPIRY_ATTRIBUTE, Enabled: true },
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  } finally {
    client.destroy();
  }
}
