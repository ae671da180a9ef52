import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { logSlowCalls } from '../log/slow-calls.ts';
import { watchStack } from './wire/handlers.ts';
import { PlainValuesProtocol } from './wire/protocol.ts';

let client: DynamoDBDocumentClient | undefined;

/** Creates the process's one client on first use. With all retries, its time limits end a call before the gateway's limit of 30 s. */
export function database(): DynamoDBDocumentClient {
  return (client ??= logSlowCalls(DynamoDBDocumentClient.from(connect())));
}

function connect(): DynamoDBClient {
  const dynamo = new DynamoDBClient({
    maxAttempts: 4,
    protocol: PlainValuesProtocol,
    requestHandler: { connectionTimeout: 1_000, socketTimeout: 5_000 },
  });
  // It prepares input and output of each call for the SDK's logger, which is not in use.
  dynamo.middlewareStack.remove('loggerMiddleware');
  dynamo.middlewareStack = watchStack(dynamo.middlewareStack);
  keepSigner(dynamo.config);
  return dynamo;
}

/** The SDK makes a signer for each call. All are alike: they read credentials and time when they sign. */
function keepSigner(config: DynamoDBClient['config']): void {
  const makeSigner = config.signer;
  let signer: ReturnType<typeof makeSigner> | undefined;
  config.signer = scheme => (signer ??= makeSigner(scheme));
}
