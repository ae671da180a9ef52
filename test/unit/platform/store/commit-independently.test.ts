import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { commitIndependently, type Part } from '../../../../shared/platform/store/commit-independently.ts';
import { isNew } from '../../../../shared/platform/store/condition.ts';
import { mockDatabase } from '../../../support/aws/mock-database.ts';
import { usePauses } from '../../../support/aws/pauses.ts';

const table = mockDatabase();
const pauses = usePauses();

/** A part of a number of actions. */
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

describe('commitIndependently()', () => {
  it('commits all parts in one call when no condition fails', async () => {
    table.on(TransactWriteCommand).resolves({});
    expect(await commitIndependently(PARTS)).toEqual([true, true, true]);
    expect(written()).toEqual([['a0', 'b0', 'b1', 'c0', 'c1', 'c2']]);
    expect(pauses()).toEqual([]);
  });

  it('leaves out parts whose conditions fail, each as a whole', async () => {
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

  it('commits nothing when no part can be committed', async () => {
    table.on(TransactWriteCommand).rejects(cancelled(FAILED, BUSY, FAILED, OK, OK, FAILED));
    expect(await commitIndependently(PARTS)).toEqual([false, false, false]);
    expect(written()).toHaveLength(1);
  });

  it('retries parts in conflict with another transaction after the others', async () => {
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(BUSY, OK, OK, OK, BUSY, OK))
      .resolves({});
    expect(await commitIndependently(PARTS)).toEqual([true, true, true]);
    expect(written().slice(1)).toEqual([
      ['b0', 'b1'],
      ['a0', 'c0', 'c1', 'c2'],
    ]);
    expect(pauses()).toEqual([10]);
  });

  it('leaves out refused parts and retries as many parts in conflict', async () => {
    table
      .on(TransactWriteCommand)
      .rejectsOnce(cancelled(FAILED, BUSY, OK, OK, OK, OK))
      .resolves({});
    expect(await commitIndependently(PARTS)).toEqual([false, true, true]);
    expect(written().slice(1)).toEqual([
      ['c0', 'c1', 'c2'],
      ['b0', 'b1'],
    ]);
  });

  it('gives up a part that is in conflict every time', async () => {
    table.on(TransactWriteCommand).rejects(cancelled(BUSY, OK, OK, OK, OK, OK));
    const [first] = PARTS;
    expect(await commitIndependently([first!])).toEqual([false]);
    expect(written()).toHaveLength(4);
    expect(pauses()).toEqual([10, 20, 40]);
  });

  it('throws when the transaction itself is invalid', async () => {
    const invalid = cancelled(OK, 'ValidationError', OK, OK, OK, OK);
    table.on(TransactWriteCommand).rejects(invalid);
    await expect(commitIndependently(PARTS)).rejects.toBe(invalid);
  });

  it('makes no call without parts', async () => {
    expect(await commitIndependently([])).toEqual([]);
    expect(written()).toEqual([]);
  });
});
