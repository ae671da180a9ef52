import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, expect, it } from 'vitest';
import { getItem } from '../../../../shared/platform/store/table.ts';

process.env.TABLE_NAME = 'table';
const table = mockClient(DynamoDBDocumentClient);
afterAll(() => table.restore());

it('reads an item from the mocked table', async () => {
  const key = { pk: 'POST#1', sk: 'record' };
  table.on(GetCommand, { Key: key }).resolves({ Item: { ...key, version: 7 } });
  expect(await getItem(key, { consistent: true })).toMatchObject({ version: 7 });
});
