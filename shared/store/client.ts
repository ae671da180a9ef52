import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/**
 * SDK middleware that takes a sixth of a call's processor time: one copies requests and answers for a logger that isn't configured, the
 * other sends the SDK's version to AWS.
 */
const UNUSED_MIDDLEWARE = ['loggerMiddleware', 'getUserAgentMiddleware'];

let client: DynamoDBDocumentClient | undefined;

/** Creates the process's one client on first use. It times out on a stuck connection long before the gateway does at 30 s. */
export function database(): DynamoDBDocumentClient {
  return (client ??= connect());
}

function connect(): DynamoDBDocumentClient {
  const plain = new DynamoDBClient({
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 5000 },
  });
  for (const name of UNUSED_MIDDLEWARE) plain.middlewareStack.remove(name);
  return DynamoDBDocumentClient.from(plain);
}
