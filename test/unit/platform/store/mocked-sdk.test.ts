import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it } from 'vitest';
import { connectDirectly } from '../../../../infra/aws-local/dynamodb/direct/connect.ts';
import { database } from '../../../../shared/platform/store/client.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';

const KEY = { pk: 'POST#1', sk: 'post' };

process.env.TABLE_NAME = 'table';

describe('a mock of the SDK’s DynamoDBDocumentClient class', () => {
  let mocked: ReturnType<typeof mockClass>;
  const mockClass = () => mockClient(DynamoDBDocumentClient);

  afterEach(() => {
    mocked.restore();
  });

  it.each([
    ['before the client is made', () => undefined],
    ['after the client is made', () => void database()],
    [
      'while the local engine is connected',
      () => connectDirectly(() => Promise.reject(new Error('The engine'))),
    ],
  ])('answers calls of the service when it is made %s', async (_when, prepare) => {
    const disconnect = prepare();
    mocked = mockClass();
    mocked.on(GetCommand, { Key: KEY }).resolves({ Item: { ...KEY, headline: 'Mocked' } });
    expect(await getItem(KEY, { consistent: true })).toMatchObject({ headline: 'Mocked' });
    expect(mocked.commandCalls(GetCommand)).toHaveLength(1);
    disconnect?.();
  });
});
