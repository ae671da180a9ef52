import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTable, open, refusal, TableName } from './harness.ts';

let engine: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  engine = await open();
  await createTable(engine.doc);
});
afterEach(() => engine.close());

function put(Item: Record<string, string>) {
  return engine.doc.send(new PutCommand({ TableName, Item }));
}

function get(Key: Record<string, string>) {
  return engine.doc.send(new GetCommand({ TableName, Key }));
}

function remove() {
  return engine.doc.send(new DeleteTableCommand({ TableName }));
}

it('DynamoDB’s stand-in refuses reads and writes of a deleted table that was in use', async () => {
  await put({ pk: 'p', sk: '1' });
  await get({ pk: 'p', sk: '1' });
  await remove();
  expect(await refusal(get({ pk: 'p', sk: '1' }))).toMatchObject({ name: 'ResourceNotFoundException' });
  expect(await refusal(put({ pk: 'p', sk: '2' }))).toMatchObject({ name: 'ResourceNotFoundException' });
});

it('CreateTable under the name of a deleted table makes one with its own keys and no old items', async () => {
  await put({ pk: 'p', sk: '1' });
  await remove();
  await engine.doc.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
  await put({ id: '1' });
  expect((await get({ id: '1' })).Item).toEqual({ id: '1' });
  expect(await refusal(get({ pk: 'p', sk: '1' }))).toMatchObject({ name: 'ValidationException' });
});

it('DeleteTable refuses or deletes puts that arrive at the same time', async () => {
  await put({ pk: 'p', sk: '1' });
  const deletion = remove();
  await Promise.allSettled(Array.from({ length: 50 }, (_, index) => put({ pk: 'p', sk: `later ${index}` })));
  await deletion;
  await createTable(engine.doc);
  for (let index = 0; index < 50; index++)
    expect((await get({ pk: 'p', sk: `later ${index}` })).Item).toBeUndefined();
});
