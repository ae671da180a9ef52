import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * Steps of the SDK that a sixth of a call's processor time goes into: one copies whatever is sent and read for a logger that there
 * isn't, the other tells AWS of the SDK's version.
 */
const NEEDLESS = ['loggerMiddleware', 'getUserAgentMiddleware'];

let client: DynamoDBDocumentClient | undefined;

/** One client per process, made at first use. A stuck connection is given up long before the gateway's 30 s. */
export function database(): DynamoDBDocumentClient {
  return (client ??= connect());
}

function connect(): DynamoDBDocumentClient {
  const plain = new DynamoDBClient({
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 5000 },
  });
  for (const name of NEEDLESS) plain.middlewareStack.remove(name);
  return DynamoDBDocumentClient.from(plain);
}
