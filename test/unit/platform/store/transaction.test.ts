import { AsyncLocalStorage } from 'node:async_hooks';
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { Conflict } from '../../../../shared/platform/core/errors.ts';
import { toApiError } from '../../../../shared/platform/http/failure.ts';
import { Contention } from '../../../../shared/platform/store/retry.ts';
import { hasVersion, isNew } from '../../../../shared/platform/store/condition.ts';
import { MAX_ACTIONS, Transaction } from '../../../../shared/platform/store/transaction.ts';
import { RequestClaim } from '../../../../shared/platform/store/request-claim.ts';
import { mockDatabase } from '../../../support/aws/mock-database.ts';

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

  it('reports a lost race before a taken value, because the value was checked on an outdated read', async () => {
    expect(await errorFor(FAILED, FAILED, 'None', 'None')).toBeInstanceOf(Contention);
    expect(await errorFor('None', FAILED, 'None', 'TransactionConflict')).toBeInstanceOf(Contention);
  });

  it('reports a lost race also when its action follows that of a taken value', async () => {
    const CancellationReasons = [FAILED, FAILED].map(Code => ({ Code }));
    const cancelled = new TransactionCanceledException({ $metadata: {}, message: 'x', CancellationReasons });
    table.on(TransactWriteCommand).rejects(cancelled);
    const transaction = new Transaction().put(key('unique'), free(taken)).put(key('record'), hasVersion(3));
    await expect(transaction.commit()).rejects.toThrow(Contention);
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

  it('repeats writes without conditions while other transactions hold their items', async () => {
    const cancelledBy = (Code: string) =>
      new TransactionCanceledException({
        ...{ $metadata: {}, message: 'cancelled', CancellationReasons: [{ Code: 'None' }, { Code }] },
      });
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelledBy('TransactionConflict'))
      .rejectsOnce(cancelledBy('ThrottlingError'))
      .resolves({});
    await new Transaction().put(key('a')).delete(key('b')).commit();
    const [first, ...others] = table
      .commandCalls(TransactWriteCommand)
      .map(call => call.args[0].input.TransactItems);
    expect(others).toEqual([first, first]);
  });

  it('throws unknown errors unchanged', async () => {
    const refused = await errorFor('None', 'None', 'None', 'ValidationError');
    expect(refused).toBeInstanceOf(TransactionCanceledException);
    expect(toApiError(refused).status).toBe(500);
    table.on(TransactWriteCommand).rejects(new Error('no table'));
    await expect(new Transaction().put(key('a')).commit()).rejects.toThrow('no table');
    const unexplained = new TransactionCanceledException({ $metadata: {}, message: 'cancelled' });
    table.on(TransactWriteCommand).rejects(unexplained);
    await expect(new Transaction().put(key('a')).commit()).rejects.toBe(unexplained);
  });
});

describe('commitCreation() of a request with a claim', () => {
  const newClaim = () => new RequestClaim({ item: key('idempotency'), condition: free(taken) });
  const sizes = () =>
    table.commandCalls(TransactWriteCommand).map(call => call.args[0].input.TransactItems!.length);

  it('puts its item with the first transaction only', async () => {
    table.on(TransactWriteCommand).resolves({});
    const claim = newClaim();
    expect(claim.isTaken).toBe(false);
    await claim.hold(async () => {
      await new Transaction().put(key('a')).commitCreation();
      expect(claim.isTaken).toBe(true);
      await new Transaction().put(key('b')).commitCreation();
    });
    expect(sizes()).toEqual([2, 1]);
    const [, added] = table.commandCalls(TransactWriteCommand)[0]!.args[0].input.TransactItems!;
    expect(added?.Put).toMatchObject({ Item: key('idempotency'), ConditionExpression: expect.any(String) });
  });

  it('puts its item with the next transaction when the first one fails', async () => {
    table.on(TransactWriteCommand).rejectsOnce(new Error('no table')).resolves({});
    const claim = newClaim();
    await claim.hold(async () => {
      await expect(new Transaction().put(key('a')).commitCreation()).rejects.toThrow('no table');
      expect(claim.isTaken).toBe(false);
      await new Transaction().put(key('a')).commitCreation();
    });
    expect(sizes()).toEqual([2, 2]);
  });

  it('keeps its item with the transaction that has it when another one fails', async () => {
    table.on(TransactWriteCommand).resolvesOnce({}).rejects(new Error('no table'));
    const claim = newClaim();
    await claim.hold(async () => {
      await new Transaction().put(key('a')).commitCreation();
      await expect(new Transaction().put(key('b')).commitCreation()).rejects.toThrow('no table');
    });
    expect(claim.isTaken).toBe(true);
  });

  it('leaves its item out of a transaction that is full', async () => {
    const transaction = new Transaction();
    while (transaction.size < MAX_ACTIONS) transaction.put(key(`k${transaction.size}`));
    const claim = newClaim();
    await claim.hold(() => transaction.commitCreation());
    expect([sizes(), claim.isTaken]).toEqual([[100], false]);
  });

  it('adds no item for a request without an Idempotency-Key', async () => {
    await new Transaction().put(key('a')).commitCreation();
    expect(sizes()).toEqual([1]);
  });

  it('leaves its item out of transactions that create nothing, and out of work that outlives the request', async () => {
    table.on(TransactWriteCommand).resolves({});
    const claim = newClaim();
    let later = (): Promise<void> => Promise.reject(new Error('not held'));
    await claim.hold(async () => {
      later = AsyncLocalStorage.bind(() => new Transaction().put(key('b')).commitCreation());
      await new Transaction().put(key('a')).commit();
    });
    await later();
    expect([sizes(), claim.isTaken]).toEqual([[1, 1], false]);
  });
});

it('update() and add() change attributes of an item', async () => {
  const refused = new TransactionCanceledException({
    $metadata: {},
    message: 'cancelled',
    CancellationReasons: [{ Code: 'None' }, { Code: FAILED }],
  });
  table.on(TransactWriteCommand).rejects(refused);
  const fields = { UpdateExpression: 'SET n = :n', ExpressionAttributeValues: { ':n': 1 } };
  const isThere = { expression: 'attribute_exists(pk)', otherwise: () => taken };
  const transaction = new Transaction().add(key('counter'), -1).update(key('a'), fields, isThere);
  await expect(transaction.commit()).rejects.toBe(taken);
  const [added, updated] = table.commandCalls(TransactWriteCommand)[0]!.args[0].input.TransactItems!;
  expect(added?.Update).toMatchObject({ Key: key('counter'), ExpressionAttributeValues: { ':by': -1 } });
  expect(updated?.Update).toEqual({
    TableName: 'table',
    Key: key('a'),
    ...fields,
    ConditionExpression: 'attribute_exists(pk)',
  });
});
