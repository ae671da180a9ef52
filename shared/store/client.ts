import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

let client: DynamoDBDocumentClient | undefined;

/** One client per process, made at first use. A stuck connection is given up long before the gateway's 30 s. */
export function database(): DynamoDBDocumentClient {
  client ??= DynamoDBDocumentClient.from(
    new DynamoDBClient({ maxAttempts: 4, requestHandler: { connectionTimeout: 1000, requestTimeout: 5000 } }),
  );
  return client;
}
