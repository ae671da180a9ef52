import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { Conflict } from '../../../shared/core/errors.ts';
import { Transaction } from '../../../shared/store/transaction.ts';
import * as unique from '../../../shared/store/unique.ts';
import { mockDatabase } from '../../support/mock-database.ts';

const table = mockDatabase();
function taken() {
  return new Conflict('taken');
}

/** The actions of a transaction: the verb, the value and the record, `check` for a condition alone. */
async function actionsOf(add: (transaction: Transaction) => void): Promise<string[]> {
  table.on(TransactWriteCommand).resolves({});
  const transaction = new Transaction();
  add(transaction);
  await transaction.commit();
  const items = table.commandCalls(TransactWriteCommand).at(-1)!.args[0].input.TransactItems!;
  return items.map(({ Put, Delete, ConditionCheck }) => {
    if (Put) return `put ${Put.Item!.pk} ${Put.Item!.id} ${Put.ConditionExpression}`;
    if (Delete) return `delete ${Delete.Key!.pk}`;
    return `check ${ConditionCheck!.Key!.pk} ${ConditionCheck!.ConditionExpression}`;
  });
}

/** Answers reads of claims with these owners. */
function own(owners: Record<string, number>): void {
  const Items = Object.entries(owners).map(([value, id]) => ({ ...unique.uniqueKey('name', value), id }));
  table.on(BatchGetCommand).resolves({ Responses: { table: Items } });
}

const FREE = 'attribute_not_exists(pk)';

describe('claim()', () => {
  const claim = (from: string | null, to: string | null) =>
    actionsOf(transaction => unique.claim(transaction, 'name', { from, to, id: 7, taken }));

  it.each([
    [null, 'a', [`put UNIQUE#name#a 7 ${FREE}`]],
    ['a', 'b', ['delete UNIQUE#name#a', `put UNIQUE#name#b 7 ${FREE}`]],
    ['a', null, ['delete UNIQUE#name#a']],
    ['a', 'a', []],
    [null, null, []],
  ])('changes the claim from %j to %j', async (from, to, actions) => {
    expect(await claim(from, to)).toEqual(actions);
  });
});

/** Its current form is "strasse", its former one "straße". */
const TWO_FORMS = 'Straße';

describe('claimText()', () => {
  const claimText = (held: string[], to: string | null) =>
    actionsOf(transaction => unique.claimText(transaction, 'name', { held, to, id: 7, taken }));

  it('claims the current form and checks that the former form is free', async () => {
    expect(await claimText([], TWO_FORMS)).toEqual([
      `put UNIQUE#name#strasse 7 ${FREE}`,
      `check UNIQUE#name#straße ${FREE}`,
    ]);
  });

  it('keeps the current form, and replaces the former one', async () => {
    expect(await claimText(['strasse'], TWO_FORMS)).toEqual([`check UNIQUE#name#straße ${FREE}`]);
    expect(await claimText(['straße'], TWO_FORMS)).toEqual([
      'delete UNIQUE#name#straße',
      `put UNIQUE#name#strasse 7 ${FREE}`,
    ]);
  });

  it('releases all forms when the record has no text any more', async () => {
    expect(await claimText(['strasse', 'straße'], null)).toEqual([
      'delete UNIQUE#name#strasse',
      'delete UNIQUE#name#straße',
    ]);
  });

  it.each([
    ['current', 0],
    ['former', 1],
  ])('throws the error of a taken text when another record has its %s form', async (_which, index) => {
    const CancellationReasons = [0, 1].map(at => ({
      Code: at === index ? 'ConditionalCheckFailed' : 'None',
    }));
    table
      .on(TransactWriteCommand)
      .rejects(new TransactionCanceledException({ $metadata: {}, message: 'x', CancellationReasons }));
    const transaction = new Transaction();
    unique.claimText(transaction, 'name', { held: [], to: TWO_FORMS, id: 7, taken });
    await expect(transaction.commit()).rejects.toThrow('taken');
  });
});

describe('formsHeldBy()', () => {
  it('looks up the owners of a text with two forms', async () => {
    own({ straße: 7, strasse: 8 });
    expect(await unique.formsHeldBy(7, 'name', TWO_FORMS)).toEqual(['straße']);
    expect(table.commandCalls(BatchGetCommand)[0]!.args[0].input.RequestItems!.table!.ConsistentRead).toBe(
      true,
    );
  });

  it('reads nothing for a text with one form', async () => {
    expect(await unique.formsHeldBy(7, 'name', 'Ada')).toEqual(['ada']);
    expect(table.calls()).toHaveLength(0);
  });
});

describe('readers of owners', () => {
  beforeEach(() => own({ ada: 1, bob: 2, straße: 1 }));

  it('readOwners() omits values without an owner', async () => {
    expect(await unique.readOwners('name', ['bob', 'eve', 'ada'], false)).toEqual(
      new Map([
        ['bob', 2],
        ['ada', 1],
      ]),
    );
  });

  it('ownersOfTexts() returns each owner of any form once', async () => {
    expect(await unique.ownersOfTexts('name', ['Bob', 'Eve', TWO_FORMS, 'ADA'], false)).toEqual([2, 1]);
  });
});

it('transferClaim() puts the new owner in place of the current one', async () => {
  const change = { value: 'a', from: 1, to: 2, otherwise: taken };
  expect(await actionsOf(transaction => unique.transferClaim(transaction, 'name', change))).toEqual([
    'put UNIQUE#name#a 2 id = :from',
  ]);
  const [action] = table.commandCalls(TransactWriteCommand)[0]!.args[0].input.TransactItems!;
  expect(action!.Put!.ExpressionAttributeValues).toEqual({ ':from': 1 });
});
