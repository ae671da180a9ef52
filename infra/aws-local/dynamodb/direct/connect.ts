import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { type Answerable, errorName, isAnswerable } from '../errors.ts';
import { addLayer, DEPTH } from '../../../../shared/platform/store/layers.ts';
import { fromAnswer, toRequest } from '../../../../shared/platform/store/wire/values.ts';

/** Answers an operation of DynamoDB's API; rejects with errors in the service's shape. */
export type Execute = (operation: string, request: Record<string, unknown>) => Promise<unknown>;

/**
 * Lets the service call the engine without HTTP, signatures and JSON between them, which take more processor time than the engine.
 * @returns a function that ends it
 */
export function connectDirectly(execute: Execute): () => void {
  return addLayer(({ operation, input }) => ask(execute, operation, input), DEPTH.engine);
}

async function ask(execute: Execute, operation: string, input: object): Promise<never> {
  // Calls that run at the same time take turns here, as they would on their way through sockets.
  await new Promise(setImmediate);
  try {
    const answer = (await execute(operation, toRequest(input))) as object;
    return { ...fromAnswer(answer), $metadata: { httpStatusCode: 200 } } as never;
  } catch (error) {
    throw isAnswerable(error) ? toException(error) : error;
  }
}

/** The exception that the SDK makes of an error; only the classes that the service looks for are told apart. */
function toException(error: Error & Answerable): DynamoDBServiceException {
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
