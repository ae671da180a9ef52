import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { type Answerable, errorName, isAnswerable } from '../errors.ts';
import { fromAnswer, toRequest } from '../../../../shared/store/wire/values.ts';

/** Answers an operation of DynamoDB's API; rejects with errors in the service's shape. */
export type Execute = (operation: string, request: Record<string, unknown>) => Promise<unknown>;

type Stack = DynamoDBDocumentClient['middlewareStack'];
type Handler = Parameters<Stack['resolve']>[0];
type Middleware = Parameters<Stack['add']>[0];
interface Command {
  constructor: unknown;
  input: object;
}

/** The operations by the document client's commands. */
const OPERATIONS = new Map<unknown, string>([
  [GetCommand, 'GetItem'],
  [PutCommand, 'PutItem'],
  [UpdateCommand, 'UpdateItem'],
  [DeleteCommand, 'DeleteItem'],
  [QueryCommand, 'Query'],
  [ScanCommand, 'Scan'],
  [BatchGetCommand, 'BatchGetItem'],
  [BatchWriteCommand, 'BatchWriteItem'],
  [TransactGetCommand, 'TransactGetItems'],
  [TransactWriteCommand, 'TransactWriteItems'],
]);

/**
 * Lets a document client call the engine without HTTP, signatures and JSON between them, and without the SDK's middleware, which take
 * more processor time than the engine. Middleware of the first step stays, and sees each call as before: tests
 * count, delay and fail calls there. @returns a function that restores the client
 */
export function connectDirectly(client: DynamoDBDocumentClient, execute: Execute): () => void {
  const { middlewareStack: stack } = client;
  const removed = removeLaterSteps(stack);
  client.send = ((command: Command) => sendDirectly(stack, command, execute)) as never;
  return () => {
    // The method of the class is in effect again.
    Reflect.deleteProperty(client, 'send');
    stack.use(removed);
  };
}

/** Removes the middleware of all steps but the first. @returns a stack that consists of it */
function removeLaterSteps(stack: Stack): Stack {
  const removed = stack.clone();
  const remove = (middleware: Middleware, options: object = {}): void => {
    ('step' in options && options.step === 'initialize' ? removed : stack).remove(middleware);
  };
  // A stack lists its middleware by adding it to another stack.
  stack.clone().applyToStack({ ...stack, add: remove as Stack['add'], addRelativeTo: remove });
  return removed;
}

async function sendDirectly(stack: Stack, command: Command, execute: Execute): Promise<object> {
  const operation = OPERATIONS.get(command.constructor);
  if (operation === undefined) throw new Error('The direct connection has no operation for this command.');
  const last: Handler = async ({ input }) => ({
    output: await ask(execute, operation, input),
    response: undefined,
  });
  const context = { clientName: 'DynamoDBClient', commandName: `${operation}Command` };
  const { output } = await stack.resolve(last, context)({ input: command.input });
  return output;
}

async function ask(execute: Execute, operation: string, input: object): Promise<never> {
  // Calls that run at the same time take turns here, as they would on their way through sockets.
  await new Promise(setImmediate);
  try {
    const answer = (await execute(operation, toRequest(input))) as object;
    return { ...fromAnswer(answer), $metadata: { httpStatusCode: 200 } } as never;
  } catch (error) {
    throw isAnswerable(error) ? exceptionOf(error) : error;
  }
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
