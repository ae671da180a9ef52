import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { Connection } from './wire/connection.ts';

/** SDK middleware whose work the connection does, or that is not needed. Of the SDK's own, only its retries remain. */
const REPLACED_MIDDLEWARE = [
  'loggerMiddleware',
  'serializerMiddleware',
  'contentLengthMiddleware',
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'recursionDetectionMiddleware',
  'httpAuthSchemeMiddleware',
  'httpSigningMiddleware',
  'deserializerMiddleware',
];

type Command = Parameters<DynamoDBDocumentClient['send']>[0];

let client: DynamoDBDocumentClient | undefined;

/** Creates the process's one client on first use. It times out on a stuck connection long before the gateway does at 30 s. */
export function database(): DynamoDBDocumentClient {
  return (client ??= connect());
}

function connect(): DynamoDBDocumentClient {
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 4 }));
  for (const name of REPLACED_MIDDLEWARE) documents.middlewareStack.remove(name);
  const connection = new Connection(documents.config);
  const send = async (command: Command): Promise<ServiceOutputTypes> => {
    if (isMocked()) return await DynamoDBDocumentClient.prototype.send(command);
    const operation = operationOf(command);
    const attempt = async ({ input }: { input: ServiceInputTypes }) => {
      const output = { ...(await connection.call(operation, input)), $metadata: {} };
      return { output, response: undefined };
    };
    const context = { commandName: `${operation}Command` };
    const handle = documents.middlewareStack.resolve<ServiceInputTypes, ServiceOutputTypes>(attempt, context);
    return (await handle({ input: command.input })).output;
  };
  return Object.assign(documents, { send, destroy: () => connection.destroy() });
}

/** Tests of the functions may mock the SDK's class, for example with aws-sdk-client-mock, which gives its prototype a `send`. */
function isMocked(): boolean {
  return Object.hasOwn(DynamoDBDocumentClient.prototype, 'send');
}

/** The schema of the operation that a document client's command has. */
const Operation = v.object({
  clientCommand: v.object({ schema: v.looseTuple([v.number(), v.string(), v.string()]) }),
});
const operations = new Map<unknown, string>();

function operationOf(command: Command): string {
  const known = operations.get(command.constructor);
  if (known !== undefined) return known;
  const [, , operation] = v.parse(Operation, command).clientCommand.schema;
  operations.set(command.constructor, operation);
  return operation;
}
