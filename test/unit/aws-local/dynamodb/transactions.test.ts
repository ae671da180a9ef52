import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTable, open, put, refusal, TableName, transact } from './harness.ts';

let engine: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  engine = await open();
  await createTable(engine.doc);
});
afterAll(() => engine.close());

async function get(sk: string) {
  return (await engine.doc.send(new GetCommand({ TableName, Key: { pk: 'p', sk } }))).Item;
}

const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };
const exists = { ConditionExpression: 'attribute_exists(pk)' };
function key(sk: string) {
  return { TableName, Key: { pk: 'p', sk } };
}

describe('a write transaction', () => {
  it('puts, updates, deletes and checks items atomically', async () => {
    await transact(engine.doc, [put('one', { n: 1 }), put('two'), put('three')]);
    await transact(engine.doc, [
      put('four'),
      {
        Update: {
          ...key('one'),
          UpdateExpression: 'SET n = n + :one',
          ExpressionAttributeValues: { ':one': 1 },
        },
      },
      { Delete: key('two') },
      { ConditionCheck: { ...key('three'), ...exists } },
    ]);
    expect(await get('one')).toMatchObject({ n: 2 });
    expect(await get('two')).toBeUndefined();
    expect(await get('four')).toEqual({ pk: 'p', sk: 'four' });
  });

  it('changes nothing when one condition fails, and reports a reason for every action', async () => {
    await transact(engine.doc, [put('taken')]);
    const error = await refusal(transact(engine.doc, [put('fresh'), put('taken', { x: 1 }, isNew)]));
    expect(error.name).toBe('TransactionCanceledException');
    expect(error.message).toBe(
      'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]',
    );
    expect(error.CancellationReasons).toEqual([
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' },
    ]);
    expect(await get('fresh')).toBeUndefined();
    expect(await get('taken')).toEqual({ pk: 'p', sk: 'taken' });
  });

  it('returns the item of a failed condition with ALL_OLD', async () => {
    await transact(engine.doc, [put('refused', { title: 'Old' }), put('unasked')]);
    const ReturnValuesOnConditionCheckFailure = 'ALL_OLD';
    const error = await refusal(
      transact(engine.doc, [
        put('refused', {}, { ...isNew, ReturnValuesOnConditionCheckFailure }),
        { Delete: { ...key('absent'), ...exists, ReturnValuesOnConditionCheckFailure } },
        { ConditionCheck: { ...key('unasked'), ...isNew } },
      ]),
    );
    expect(error.CancellationReasons?.map(({ Item }) => Item)).toEqual([
      { pk: { S: 'p' }, sk: { S: 'refused' }, title: { S: 'Old' } },
      undefined,
      undefined,
    ]);
  });

  it('reports an update that cannot be applied as a validation error and applies no action', async () => {
    await transact(engine.doc, [put('text', { n: 'text' })]);
    const error = await refusal(
      transact(engine.doc, [
        put('beside'),
        {
          Update: {
            ...key('text'),
            UpdateExpression: 'ADD n :one',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
      ]),
    );
    expect(error.CancellationReasons?.[1]).toEqual({
      Code: 'ValidationError',
      Message: 'An operand in the update expression has an incorrect data type',
    });
    expect(await get('beside')).toBeUndefined();
  });

  it('updates indexes, and leaves them unchanged when it is cancelled', async () => {
    const byAuthor = async (author: string) => {
      const { Items } = await engine.doc.send(
        new QueryCommand({
          TableName,
          IndexName: 'by-author',
          KeyConditionExpression: 'author = :author',
          ExpressionAttributeValues: { ':author': author },
        }),
      );
      return Items?.map(item => item.sk as string);
    };
    await transact(engine.doc, [put('a1', { author: 'ann' }), put('a2', { author: 'ann' })]);
    await transact(engine.doc, [put('a1', { author: 'bob' })]);
    await refusal(transact(engine.doc, [put('a2', { author: 'bob' }), put('a1', {}, isNew)]));
    expect(await byAuthor('ann')).toEqual(['a2']);
    expect(await byAuthor('bob')).toEqual(['a1']);
  });

  it('charges twice the units of its actions', async () => {
    const { ConsumedCapacity } = await transact(engine.doc, [put('c1', { b: 'x'.repeat(3000) }), put('c2')], {
      ReturnConsumedCapacity: 'TOTAL',
    });
    expect(ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 8, WriteCapacityUnits: 8 }]);
  });
});
