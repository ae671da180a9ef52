import { beforeEach, describe, expect, it } from 'vitest';
import { Conflict } from '../../../../../shared/platform/core/errors.ts';
import { retryContended } from '../../../../../shared/platform/store/retry.ts';
import { Transaction } from '../../../../../shared/platform/store/transaction.ts';
import * as unique from '../../../../../shared/platform/store/records/unique.ts';
import { useHostileEngines } from '../../../../support/aws/hostile-engines.ts';

useHostileEngines();

/** Each test has unique values of its own. */
let kind: string;
let kinds = 0;
beforeEach(() => {
  kind = `name${++kinds}`;
});

function taken() {
  return new Conflict('taken');
}

function change(add: (transaction: Transaction) => void): Promise<void> {
  return retryContended(async () => {
    const transaction = new Transaction();
    add(transaction);
    await transaction.commit();
  });
}

const claim = (id: number, from: string | null, to: string | null) =>
  change(transaction => unique.claim(transaction, kind, { from, to, id, taken }));

const claimText = (id: number, held: string[], to: string | null) =>
  change(transaction => unique.claimText(transaction, kind, { held, to, id, taken }));

const owners = async (...values: string[]) =>
  Object.fromEntries(await unique.readOwners(kind, values, { consistent: true }));

describe('claim()', () => {
  it('claims, changes and releases a value', async () => {
    await claim(7, null, 'a');
    expect(await owners('a', 'b')).toEqual({ a: 7 });
    await claim(7, 'a', 'b');
    expect(await owners('a', 'b')).toEqual({ b: 7 });
    await claim(7, 'b', null);
    expect(await owners('a', 'b')).toEqual({});
  });

  it('gives a value to one of several records that claim it at the same time', async () => {
    const ids = [1, 2, 3, 4, 5, 6];
    const outcomes = await Promise.allSettled(ids.map(id => claim(id, null, 'a')));
    const winners = ids.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    expect(await owners('a')).toEqual({ a: winners[0] });
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toEqual(taken());
  });
});

/** Its current form is "strasse", its former one "straße". */
const TWO_FORMS = 'Straße';

describe('claimText()', () => {
  it('claims the current form', async () => {
    await claimText(7, [], TWO_FORMS);
    expect(await owners('strasse', 'straße')).toEqual({ strasse: 7 });
  });

  it('keeps the current form, and replaces the former one', async () => {
    await claim(7, null, 'straße');
    await claimText(7, ['straße'], TWO_FORMS);
    expect(await owners('strasse', 'straße')).toEqual({ strasse: 7 });
    await claimText(7, ['strasse'], TWO_FORMS);
    expect(await owners('strasse', 'straße')).toEqual({ strasse: 7 });
  });

  it('releases all forms when the record has no text any more', async () => {
    for (const form of ['strasse', 'straße']) await claim(7, null, form);
    await claimText(7, ['strasse', 'straße'], null);
    expect(await owners('strasse', 'straße')).toEqual({});
  });

  it.each(['strasse', 'straße'])(
    'throws the error of a taken text when another record has %s',
    async form => {
      await claim(8, null, form);
      await expect(claimText(7, [], TWO_FORMS)).rejects.toThrow('taken');
      expect(await owners('strasse', 'straße')).toEqual({ [form]: 8 });
    },
  );
});

describe('listHeldForms() and findTextOwners()', () => {
  it('return which forms of a text a record has claimed', async () => {
    await claim(7, null, 'straße');
    await claim(8, null, 'strasse');
    expect(await unique.listHeldForms(7, kind, TWO_FORMS)).toEqual(['straße']);
    expect(await unique.listHeldForms(7, kind, 'Ada')).toEqual(['ada']);
  });

  it('return each owner of any form once', async () => {
    for (const [value, id] of [
      ['ada', 1],
      ['bob', 2],
    ] as const)
      await claim(id, null, value);
    await claim(1, null, 'straße');
    expect(await unique.findTextOwners(kind, ['Bob', 'Eve', TWO_FORMS, 'ADA'], { consistent: true })).toEqual(
      [2, 1],
    );
  });
});

it('transferClaim() puts the new owner in place of the current one only', async () => {
  await claim(1, null, 'a');
  const transfer = (from: number) =>
    change(transaction =>
      unique.transferClaim(transaction, kind, { value: 'a', from, to: 2, otherwise: taken }),
    );
  await transfer(1);
  expect(await owners('a')).toEqual({ a: 2 });
  await expect(transfer(1)).rejects.toThrow('taken');
});
