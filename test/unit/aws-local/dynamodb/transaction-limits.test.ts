import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actions, createTable, open, put, refusal, TableName, transact } from './harness.ts';

let engine: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  engine = await open();
  await createTable(engine.doc);
});
afterAll(() => engine.close());

function refused(actions: Actions, more: object = {}) {
  return refusal(transact(engine.doc, actions, more));
}

function many(count: number, more: object = {}) {
  return Array.from({ length: count }, (_, i) => put(String(i), more));
}

describe('a write transaction', () => {
  it('accepts 100 actions and refuses 101', async () => {
    await transact(engine.doc, many(100));
    const { name, message } = await refused(many(101));
    expect(name).toBe('ValidationException');
    expect(message).toContain('Member must have length less than or equal to 100');
  });

  it('refuses an empty list of actions', async () => {
    expect((await refused([])).message).toContain('Member must have length greater than or equal to 1');
  });

  it('refuses two actions on one item, including a condition check', async () => {
    const check = {
      ConditionCheck: { TableName, Key: { pk: 'p', sk: 'a' }, ConditionExpression: 'attribute_exists(pk)' },
    };
    for (const actions of [
      [put('a'), put('a')],
      [put('a'), check],
    ])
      expect(await refused(actions)).toMatchObject({
        name: 'ValidationException',
        message: 'Transaction request cannot include multiple operations on one item',
      });
  });

  it('refuses an element with two actions or none', async () => {
    expect((await refused([{ ...put('a'), Delete: { TableName, Key: { pk: 'p', sk: 'b' } } }])).message).toBe(
      'TransactItems can only contain one of Check, Put, Update or Delete',
    );
    expect((await refused([{}])).message).toContain('should contain Delete or Put or Update');
  });

  it('refuses more than 4 MB in total', async () => {
    await transact(engine.doc, many(10, { body: 'x'.repeat(400_000) }));
    expect((await refused(many(11, { body: 'x'.repeat(400_000) }))).message).toContain('cannot exceed 4MB');
  });

  it('refuses an item above 400 KB, counted in bytes', async () => {
    const { name, message } = await refused([put('a'), put('b', { body: 'é'.repeat(204_800) })]);
    expect({ name, message }).toEqual({
      name: 'ValidationException',
      message: 'Item size has exceeded the maximum allowed size',
    });
  });

  it('is cancelled when an update makes an item too large', async () => {
    const error = await refused([
      {
        Update: {
          TableName,
          Key: { pk: 'p', sk: 'grown' },
          UpdateExpression: 'SET body = :body',
          ExpressionAttributeValues: { ':body': 'é'.repeat(204_800) },
        },
      },
    ]);
    expect(error.CancellationReasons).toEqual([
      { Code: 'ValidationError', Message: 'Item size to update has exceeded the maximum allowed size' },
    ]);
  });

  it('refuses unknown tables, keys that do not match the schema, and missing fields', async () => {
    expect((await refused([{ Put: { TableName: 'unknown', Item: { pk: 'p', sk: 'a' } } }])).name).toBe(
      'ResourceNotFoundException',
    );
    const misfit = await refused([put('a'), { Delete: { TableName, Key: { pk: 'p' } } }]);
    expect(misfit.CancellationReasons?.[1]).toEqual({
      Code: 'ValidationError',
      Message: 'The provided key element does not match the schema',
    });
    expect((await refused([{ Put: { TableName, Item: undefined } }])).message).toContain(
      "Value null at 'transactItems.1.member.put.item' failed to satisfy constraint: Member must not be null",
    );
  });

  it('refuses expressions that cannot be parsed or leave values unused', async () => {
    expect((await refused([put('a', {}, { ConditionExpression: 'attribute_exists(' })])).message).toContain(
      'Invalid ConditionExpression: Syntax error',
    );
    const unused = { ConditionExpression: 'attribute_exists(pk)', ExpressionAttributeValues: { ':x': 1 } };
    expect((await refused([put('a', {}, unused)])).message).toBe(
      'Value provided in ExpressionAttributeValues unused in expressions: keys: {:x}',
    );
  });

  it('refuses a token of more than 36 characters', async () => {
    const { message } = await refused([put('a')], { ClientRequestToken: 'x'.repeat(37) });
    expect(message).toContain('Member must have length less than or equal to 36');
  });
});
