import type * as documents from '@aws-sdk/lib-dynamodb';
import { environment } from '../core/environment.ts';
import { database } from './client.ts';
import * as commands from './commands.ts';

/*
 * `Table`, the port to DynamoDB: all that the service asks of its one table, with plain values. `import * as Table from './port.ts'` leaves
 * the operations that an endpoint doesn't use out of its bundle. Each is called as in the SDK, with these steps from the outside in:
 *
 * 1. The SDK's client gets a command, where a mock of the class `DynamoDBDocumentClient` answers.
 * 2. The layers (layers.ts): recorders and faults of tests, and turns of background work and the engine of the local stack.
 * 3. The SDK's middleware, with our protocol (wire/wire.md), calls AWS.
 *
 * Operations on a single item or range get the table's name here; batches and transactions name it within their parts.
 */

type Unnamed<Input> = Omit<Input, 'TableName'>;

function named<Input extends object>(input: Input): Input & { TableName: string } {
  return { TableName: environment().TABLE_NAME, ...input };
}

export const get = (input: Unnamed<documents.GetCommandInput>) =>
  database().send(new commands.GetCommand(named(input)));

export const put = (input: Unnamed<documents.PutCommandInput>) =>
  database().send(new commands.PutCommand(named(input)));

export const update = (input: Unnamed<documents.UpdateCommandInput>) =>
  database().send(new commands.UpdateCommand(named(input)));

const deleteItem = (input: Unnamed<documents.DeleteCommandInput>) =>
  database().send(new commands.DeleteCommand(named(input)));
export { deleteItem as delete };

export const query = (input: Unnamed<documents.QueryCommandInput>) =>
  database().send(new commands.QueryCommand(named(input)));

export const scan = (input: Unnamed<documents.ScanCommandInput>) =>
  database().send(new commands.ScanCommand(named(input)));

export const batchGet = (input: documents.BatchGetCommandInput) =>
  database().send(new commands.BatchGetCommand(input));

export const batchWrite = (input: documents.BatchWriteCommandInput) =>
  database().send(new commands.BatchWriteCommand(input));

export const transactWrite = (input: documents.TransactWriteCommandInput) =>
  database().send(new commands.TransactWriteCommand(input));
