import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

let client: DynamoDBDocumentClient | undefined;

/** The reference: the smallest function that reads the table. It makes its client at first use, as the service's functions do. */
export async function handler({ id }: { id: string }): Promise<unknown> {
  client ??= DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const { Item } = await client.send(
    new GetCommand({ TableName: process.env.TABLE_NAME, Key: { pk: id, sk: id } }),
  );
  return Item;
}
