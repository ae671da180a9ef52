import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitIndependently, type Part } from '../../../shared/store/commit-independently.ts';
import { isNew } from '../../../shared/store/transaction.ts';

const table = mockClient(DynamoDBDocumentClient);

beforeEach(() => {
  process.env.TABLE_NAME = 'table';
});
afterEach(() => {
  table.reset();
});

/** Parts of one, two, three … actions. */
function part(name: string, actions: number): Part {
  return transaction => {
    for (let index = 0; index < actions; index++) transaction.put({ pk: name, sk: String(index) }, isNew);
  };
}

const PARTS = [part('a', 1), part('b', 2), part('c', 3)];

function cancelled(...codes: string[]) {
  return new TransactionCanceledException({
    $metadata: {},
    message: 'cancelled',
    CancellationReasons: codes.map(Code => ({ Code })),
  });
}

function written() {
  return table
    .commandCalls(TransactWriteCommand)
    .map(call =>
      call.args[0].input.TransactItems!.map(({ Put }) => `${String(Put!.Item!.pk)}${String(Put!.Item!.sk)}`),
    );
}

const [OK, FAILED, BUSY] = ['None', 'ConditionalCheckFailed', 'TransactionConflict'];

describe('parts that share a transaction', () => {
  it('are all done in one call when nothing stands in the way', async () => {
    table.on(TransactWriteCommand).resolves({});
    expect(await commitIndependently(PARTS)).toEqual([true, true, true]);
    expect(written()).toEqual([['a0', 'b0', 'b1', 'c0', 'c1', 'c2']]);
  });

  it('are done without those whose conditions don’t hold, each whole or not at all', async () => {
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(OK, OK, FAILED, OK, OK, OK))
      .rejectsOnce(cancelled(FAILED, OK, OK, OK))
      .resolves({});
    expect(await commitIndependently(PARTS)).toEqual([false, false, true]);
    expect(written().slice(1)).toEqual([
      ['a0', 'c0', 'c1', 'c2'],
      ['c0', 'c1', 'c2'],
    ]);
  });

  it('are left when none can be done', async () => {
    table.on(TransactWriteCommand).rejects(cancelled(FAILED, BUSY, FAILED, OK, OK, FAILED));
    expect(await commitIndependently(PARTS)).toEqual([false, false, false]);
    expect(written()).toHaveLength(1);
  });

  it('are tried again when another transaction holds them, after those that none does', async () => {
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(BUSY, OK, OK, OK, BUSY, OK))
      .resolves({});
    expect(await commitIndependently(PARTS)).toEqual([true, true, true]);
    expect(written().slice(1)).toEqual([
      ['b0', 'b1'],
      ['a0', 'c0', 'c1', 'c2'],
    ]);
  });

  it('are left when another transaction holds them every time', async () => {
    table.on(TransactWriteCommand).rejects(cancelled(BUSY, OK, OK, OK, OK, OK));
    const [first] = PARTS;
    expect(await commitIndependently([first!])).toEqual([false]);
    expect(written().length).toBeGreaterThan(1);
    expect(written().length).toBeLessThan(10);
  });

  it('fail together when the transaction itself is at fault', async () => {
    const invalid = cancelled(OK, 'ValidationError', OK, OK, OK, OK);
    table.on(TransactWriteCommand).rejects(invalid);
    await expect(commitIndependently(PARTS)).rejects.toBe(invalid);
  });

  it('need no call when there are none', async () => {
    expect(await commitIndependently([])).toEqual([]);
    expect(written()).toEqual([]);
  });
});
