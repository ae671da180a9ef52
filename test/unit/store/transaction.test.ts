import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { Conflict } from '../../../shared/core/errors.ts';
import { toApiError } from '../../../shared/http/failure.ts';
import { Contention } from '../../../shared/store/retry.ts';
import { hasVersion, isNew } from '../../../shared/store/condition.ts';
import { Transaction } from '../../../shared/store/transaction.ts';
import { mockDatabase } from '../../support/mock-database.ts';

const table = mockDatabase();
function key(name: string) {
  return { pk: name, sk: 's' };
}

const taken = new Conflict('taken');
const alsoTaken = new Conflict('also taken');
function free(otherwise: Error) {
  return { expression: 'attribute_not_exists(pk)', otherwise: () => otherwise };
}

/** The error of a transaction (a version, two unique values, a plain put) that is cancelled with these codes. */
async function errorFor(...codes: string[]): Promise<unknown> {
  const CancellationReasons = codes.map(Code => ({ Code }));
  table
    .on(TransactWriteCommand)
    .rejects(new TransactionCanceledException({ $metadata: {}, message: 'cancelled', CancellationReasons }));
  return await new Transaction()
    .put(key('record'), hasVersion(3))
    .put(key('unique'), free(taken))
    .put(key('other'), free(alsoTaken))
    .put(key('entry'))
    .commit()
    .catch((error: unknown) => error);
}
const FAILED = 'ConditionalCheckFailed';

describe('a transaction', () => {
  it('sends all its actions in one call', async () => {
    table.on(TransactWriteCommand).resolves({});
    const transaction = new Transaction()
      .put({ ...key('a'), n: 1 }, isNew)
      .delete(key('b'), hasVersion(2))
      .check(key('c'), { expression: 'rev = :rev', values: { ':rev': 4 }, otherwise: () => taken })
      .set(key('d'), true)
      .set(key('e'), false);
    expect(transaction.size).toBe(5);
    await transaction.commit();
    const [call, ...others] = table.commandCalls(TransactWriteCommand);
    expect(others).toEqual([]);
    const TableName = 'table';
    expect(call?.args[0].input.TransactItems).toEqual([
      {
        Put: { TableName, Item: { pk: 'a', sk: 's', n: 1 }, ConditionExpression: 'attribute_not_exists(pk)' },
      },
      {
        Delete: {
          TableName,
          Key: key('b'),
          ConditionExpression: '#version = :version',
          ExpressionAttributeNames: { '#version': 'version' },
          ExpressionAttributeValues: { ':version': 2 },
        },
      },
      {
        ConditionCheck: {
          TableName,
          Key: key('c'),
          ConditionExpression: 'rev = :rev',
          ExpressionAttributeValues: { ':rev': 4 },
        },
      },
      { Put: { TableName, Item: key('d') } },
      { Delete: { TableName, Key: key('e') } },
    ]);
  });

  it('reports a lost race before a taken value, because that was checked on an outdated read', async () => {
    expect(await errorFor(FAILED, FAILED, 'None', 'None')).toBeInstanceOf(Contention);
    expect(await errorFor('None', FAILED, 'None', 'TransactionConflict')).toBeInstanceOf(Contention);
  });

  it('reports the first of several taken values', async () => {
    expect(await errorFor('None', FAILED, FAILED, 'None')).toBe(taken);
    expect(await errorFor('None', 'None', FAILED, 'None')).toBe(alsoTaken);
  });

  it.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'throws Contention after %s, which clients see as 503',
    async code => {
      const error = await errorFor('None', 'None', 'None', code);
      expect(error).toBeInstanceOf(Contention);
      expect(toApiError(error)).toMatchObject({
        status: 503,
        code: 'unavailable',
        headers: { 'retry-after': '1' },
      });
    },
  );

  it('throws unknown errors unchanged', async () => {
    const refused = await errorFor('None', 'None', 'None', 'ValidationError');
    expect(refused).toBeInstanceOf(TransactionCanceledException);
    expect(toApiError(refused).status).toBe(500);
    table.on(TransactWriteCommand).rejects(new Error('no table'));
    await expect(new Transaction().put(key('a')).commit()).rejects.toThrow('no table');
  });
});
