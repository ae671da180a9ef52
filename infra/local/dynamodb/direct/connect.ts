import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Answerable, errorName, isAnswerable } from '../errors.ts';
import { fromAnswer, toRequest } from './values.ts';

/** Answers an operation of DynamoDB's API; rejects with errors in the service's shape. */
export type Execute = (operation: string, request: Record<string, unknown>) => Promise<unknown>;

const NAME = 'directToEngine';

/**
 * Lets a client call the engine without HTTP, signatures and JSON between them, which take two fifths of the processor time
 * of the api tests. It takes the place of everything that follows the SDK's first step, so what tests add to
 * that step (faults, counters) sees each call as before. @returns a function that ends it
 */
export function connectDirectly(client: DynamoDBDocumentClient, execute: Execute): () => void {
  client.middlewareStack.add(
    (_next, { commandName = '' }) =>
      async ({ input }) => {
        // Calls that run at the same time take turns here, as they would on their way through sockets.
        await new Promise(setImmediate);
        const operation = operationOf(commandName);
        try {
          const answer = (await execute(operation, toRequest(input))) as object;
          const output = { ...fromAnswer(answer), $metadata: { httpStatusCode: 200 } };
          return { output: output as never, response: undefined };
        } catch (error) {
          throw isAnswerable(error) ? exceptionOf(error) : error;
        }
      },
    { step: 'initialize', priority: 'low', name: NAME },
  );
  return () => client.middlewareStack.remove(NAME);
}

/** Document commands are named as the operations, but for a missing `Item` or `Items`. */
const OPERATIONS: Readonly<Record<string, string>> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  TransactGet: 'TransactGetItems',
  TransactWrite: 'TransactWriteItems',
};

function operationOf(commandName: string): string {
  const name = commandName.replace(/Command$/, '');
  return OPERATIONS[name] ?? name;
}

/** The exception that the SDK makes of an error; only the classes that the service looks for are told apart. */
function exceptionOf(error: Error & Answerable): DynamoDBServiceException {
  const { body, statusCode } = error;
  const options = {
    message: typeof body.Message === 'string' ? body.Message : error.message,
    $metadata: { httpStatusCode: statusCode },
  };
  const name = errorName(error);
  if (name === 'TransactionCanceledException')
    return new TransactionCanceledException({
      ...options,
      CancellationReasons: body.CancellationReasons as never,
    });
  if (name === 'ConditionalCheckFailedException')
    return new ConditionalCheckFailedException({ ...options, Item: body.Item as never });
  return new DynamoDBServiceException({ ...options, name, $fault: statusCode < 500 ? 'client' : 'server' });
}
