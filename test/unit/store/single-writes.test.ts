import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { Conflict } from '../../../shared/core/errors.ts';
import { hasToken, isNew } from '../../../shared/store/condition.ts';
import { addToCount, addToNumbers } from '../../../shared/store/counter.ts';
import { putItem, putUnder } from '../../../shared/store/put.ts';
import { Contention } from '../../../shared/store/retry.ts';
import { mockDatabase } from '../../support/mock-database.ts';

const table = mockDatabase();
const KEY = { pk: 'p', sk: 's' };
const thrown = { $metadata: {}, message: 'refused' };

function puts() {
  return table.commandCalls(PutCommand).map(call => call.args[0].input);
}

describe('putItem() and putUnder()', () => {
  it('put an item, without or under a condition', async () => {
    await putItem({ ...KEY, n: 1 });
    await putUnder(
      hasToken('t', () => new Conflict('taken')),
      KEY,
    );
    expect(puts()).toEqual([
      { TableName: 'table', Item: { ...KEY, n: 1 } },
      {
        TableName: 'table',
        Item: KEY,
        ConditionExpression: '#token = :token',
        ExpressionAttributeNames: { '#token': 'token' },
        ExpressionAttributeValues: { ':token': 't' },
      },
    ]);
  });

  it('throw the condition’s error when it does not hold', async () => {
    table.on(PutCommand).rejects(new ConditionalCheckFailedException(thrown));
    await expect(
      putUnder(
        hasToken('t', () => new Conflict('taken')),
        KEY,
      ),
    ).rejects.toThrow('taken');
    await expect(putUnder(isNew, KEY)).rejects.toThrow(Contention);
  });

  it('throw Contention when another transaction holds the item', async () => {
    table.on(PutCommand).rejects(new TransactionConflictException(thrown));
    await expect(putUnder(isNew, KEY)).rejects.toMatchObject({
      name: 'Contention',
      message: 'Another transaction holds the item',
      cause: { name: 'TransactionConflictException' },
    });
  });

  it('throw any other error unchanged', async () => {
    table.on(PutCommand).rejects(new Error('no table'));
    await expect(putUnder(isNew, KEY)).rejects.toThrow('no table');
  });
});

describe('addToCount() and addToNumbers()', () => {
  it('add to numbers of an item and return the new ones', async () => {
    table.on(UpdateCommand).resolves({ Attributes: { count: 7, other: 1 } });
    expect(await addToCount(KEY, 2)).toBe(7);
    expect(await addToNumbers(KEY, { count: -1, other: 1 }, 500)).toEqual({ count: 7, other: 1 });
    const update = { TableName: 'table', Key: KEY, ReturnValues: 'UPDATED_NEW' };
    expect(table.commandCalls(UpdateCommand).map(call => call.args[0].input)).toEqual([
      {
        ...update,
        UpdateExpression: 'ADD #count :count',
        ExpressionAttributeNames: { '#count': 'count' },
        ExpressionAttributeValues: { ':count': 2 },
      },
      {
        ...update,
        UpdateExpression: 'ADD #count :count, #other :other SET expires = :expires',
        ExpressionAttributeNames: { '#count': 'count', '#other': 'other' },
        ExpressionAttributeValues: { ':count': -1, ':other': 1, ':expires': 500 },
      },
    ]);
  });
});
