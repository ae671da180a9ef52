import { CreateTableCommand, type CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { startDynamo } from '../../../../infra/aws-local/dynamodb/server.ts';

export const TableName = 'posts';

function attribute(AttributeName: string) {
  return { AttributeName, AttributeType: 'S' as const };
}

function keys(hash: string, range: string) {
  return [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
}

const definition: CreateTableCommandInput = {
  TableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: ['pk', 'sk', 'author'].map(attribute),
  KeySchema: keys('pk', 'sk'),
  GlobalSecondaryIndexes: [
    { IndexName: 'by-author', KeySchema: keys('author', 'sk'), Projection: { ProjectionType: 'ALL' } },
  ],
};

export function connect(endpoint: string) {
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  return DynamoDBDocumentClient.from(client);
}

export function createTable(doc: DynamoDBDocumentClient) {
  return doc.send(new CreateTableCommand(definition));
}

/** An engine in memory or on `dir`, with a client. */
export async function open(dir?: string) {
  const dynamo = await startDynamo(dir === undefined ? {} : { dir });
  const doc = connect(dynamo.url);
  return {
    doc,
    url: dynamo.url,
    close: async () => {
      doc.destroy();
      await dynamo.close();
    },
  };
}

export type Actions = NonNullable<TransactWriteCommandInput['TransactItems']>;

export function put(sk: string, more: object = {}, condition: object = {}) {
  return {
    Put: { TableName, Item: { pk: 'p', sk, ...more }, ...condition },
  };
}

export function transact(doc: DynamoDBDocumentClient, TransactItems: Actions, more: object = {}) {
  return doc.send(new TransactWriteCommand({ TransactItems, ...more }));
}

/** An error of the engine: name, message and details. */
export interface Refusal {
  name: string;
  message: string;
  CancellationReasons?: { Code: string; Message?: string; Item?: object }[];
  Item?: object;
}

export async function refusal(command: Promise<unknown>): Promise<Refusal> {
  try {
    await command;
  } catch (error) {
    return error as Refusal;
  }
  throw new Error('The command was not refused.');
}
