import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTable, open, refusal, TableName } from './harness.ts';

let engine: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  engine = await open();
  await createTable(engine.doc);
  await engine.doc.send(new PutCommand({ TableName, Item: { ...Key, title: 'Old' } }));
});
afterAll(() => engine.close());

const Key = { pk: 'p', sk: 'a' };
const old = { pk: { S: 'p' }, sk: { S: 'a' }, title: { S: 'Old' } };
const refused = { ConditionExpression: 'attribute_not_exists(pk)' };
const withOld = { ...refused, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
const change = { UpdateExpression: 'SET title = :t', ExpressionAttributeValues: { ':t': 'New' } };

describe('a failed condition', () => {
  it('returns the old item of a put, update or delete with ALL_OLD', async () => {
    const commands = [
      engine.doc.send(new PutCommand({ TableName, Item: Key, ...withOld })),
      engine.doc.send(new UpdateCommand({ TableName, Key, ...change, ...withOld })),
      engine.doc.send(new DeleteCommand({ TableName, Key, ...withOld })),
    ];
    for (const command of commands)
      expect(await refusal(command)).toMatchObject({
        name: 'ConditionalCheckFailedException',
        message: 'The conditional request failed',
        Item: old,
      });
    const { Item } = await engine.doc.send(new GetCommand({ TableName, Key }));
    expect(Item).toEqual({ ...Key, title: 'Old' });
  });

  it('returns no item without ALL_OLD, or when there is none', async () => {
    const error = await refusal(engine.doc.send(new PutCommand({ TableName, Item: Key, ...refused })));
    expect(error.Item).toBeUndefined();
    const absent = new DeleteCommand({
      ...{ TableName, Key: { pk: 'p', sk: 'absent' }, ...withOld },
      ConditionExpression: 'attribute_exists(pk)',
    });
    expect(await refusal(engine.doc.send(absent))).toMatchObject({ name: 'ConditionalCheckFailedException' });
    expect((await refusal(engine.doc.send(absent))).Item).toBeUndefined();
  });
});
