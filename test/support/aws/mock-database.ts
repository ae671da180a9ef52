import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach } from 'vitest';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Answers all calls to DynamoDB in a test file, about the table `table`. The next file of the worker gets the real client again. */
export function mockDatabase() {
  const database = mockClient(DynamoDBDocumentClient);
  beforeEach(() => {
    process.env.TABLE_NAME = 'table';
    database.reset();
  });
  afterAll(() => {
    database.restore();
  });
  return database;
}
