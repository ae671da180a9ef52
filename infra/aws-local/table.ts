import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { EXPIRY_ATTRIBUTE, TABLE_KEYS } from '../stack/table.ts';

/** Creates the table as the deployment does. An existing table stays, even one of an interrupted start. */
export async function ensureTable(name: string): Promise<void> {
  const client = new DynamoDBClient({});
  try {
    await createTable(client, name);
    await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 1 }, { TableName: name });
    await expireItems(client, name);
  } finally {
    client.destroy();
  }
}

async function createTable(client: DynamoDBClient, name: string): Promise<void> {
  const { partition, sort } = TABLE_KEYS;
  const create = new CreateTableCommand({
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
  });
  try {
    await client.send(create);
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}

async function expireItems(client: DynamoDBClient, name: string): Promise<void> {
  const found = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
  if (found.TimeToLiveDescription?.TimeToLiveStatus !== 'DISABLED') return;
  const TimeToLiveSpecification = { AttributeName: EXPIRY_ATTRIBUTE, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification }));
}
