import { expect, describe, it } from 'vitest';
import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { Conflict } from '../../../../shared/platform/core/errors.ts';
import { hasToken, isNew } from '../../../../shared/platform/store/condition.ts';
import { addToCount, addToNumbers } from '../../../../shared/platform/store/counter.ts';
import { putItem, putUnder } from '../../../../shared/platform/store/put.ts';
import { Contention } from '../../../../shared/platform/store/retry.ts';
import { getItem } from '../../../../shared/platform/store/table.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { sabotaged } from '../../../support/api/sabotage.ts';

useEngines();

let number = 0;
const aKey = () => ({ pk: `p${++number}`, sk: 's' });

describe('putItem() and putUnder()', () => {
  it('put an item, without or under a condition', async () => {
    const key = aKey();
    await putItem({ ...key, token: 't', n: 1 });
    await putUnder(
      hasToken('t', () => new Conflict('taken')),
      { ...key, token: 'u', n: 2 },
    );
    expect(await getItem(key, { consistent: true })).toEqual({ ...key, token: 'u', n: 2 });
  });

  it('throw the condition’s error when it does not hold, and write nothing', async () => {
    const key = aKey();
    await putUnder(isNew, { ...key, n: 1 });
    await expect(
      putUnder(
        hasToken('t', () => new Conflict('taken')),
        key,
      ),
    ).rejects.toThrow('taken');
    await expect(putUnder(isNew, key)).rejects.toThrow(Contention);
    expect(await getItem(key, { consistent: true })).toEqual({ ...key, n: 1 });
  });

  it('throw Contention when another transaction holds the item', async () => {
    const held = new TransactionConflictException({ message: 'held', $metadata: {} });
    await sabotaged(held, () =>
      expect(putUnder(isNew, aKey())).rejects.toMatchObject({
        name: 'Contention',
        message: 'Another transaction holds the item',
        cause: { name: 'TransactionConflictException' },
      }),
    );
  });

  it('throw any other error unchanged', async () => {
    await sabotaged(new Error('no table'), () => expect(putUnder(isNew, aKey())).rejects.toThrow('no table'));
  });
});

describe('addToCount() and addToNumbers()', () => {
  it('add to numbers of an item and return the new ones', async () => {
    const key = aKey();
    expect(await addToCount(key, 7)).toBe(7);
    expect(await addToNumbers(key, { count: -1, other: 1 }, 4_000_000_000)).toMatchObject({
      count: 6,
      other: 1,
    });
    expect(await getItem(key, { consistent: true })).toEqual({
      ...key,
      count: 6,
      other: 1,
      expires: 4_000_000_000,
    });
  });
});
