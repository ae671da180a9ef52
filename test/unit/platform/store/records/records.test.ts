import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  ParsedRecords,
  parseRecord,
  recordItem,
} from '../../../../../shared/platform/store/records/record.ts';
import { changeRecord, putNext } from '../../../../../shared/platform/store/records/update-record.ts';
import { Transaction } from '../../../../../shared/platform/store/transaction.ts';
import { mockDatabase } from '../../../../support/aws/mock-database.ts';

const table = mockDatabase();
const KEY = { pk: 'p', sk: 's' };
const Named = v.object({ id: v.number(), name: v.string() });
type Named = v.InferOutput<typeof Named>;
const ADA = { id: 1, name: 'Ada' };

function written() {
  return table.commandCalls(TransactWriteCommand).flatMap(call => call.args[0].input.TransactItems!);
}

describe('a record', () => {
  it('has its value as one JSON text in its item, next to key, version and attributes', () => {
    expect(recordItem(KEY, 3, ADA, { expires: 5, pk: 'other' })).toEqual({
      ...KEY,
      version: 3,
      data: '{"id":1,"name":"Ada"}',
      expires: 5,
    });
  });

  it('is parsed with the fields that only another version knows', () => {
    const later = { ...ADA, later: true };
    expect(parseRecord(Named, recordItem(KEY, 3, later))).toEqual({ version: 3, value: later });
    expect(() => parseRecord(Named, recordItem(KEY, 3, { id: 1 }))).toThrow(v.ValiError);
  });

  it('is parsed once while its document stays the same, with the version of the item', () => {
    const parsed = new ParsedRecords<Named>(10_000);
    const first = parseRecord(Named, recordItem(KEY, 3, ADA), parsed);
    const same = parseRecord(Named, recordItem(KEY, 4, ADA), parsed);
    expect(same).toEqual({ version: 4, value: ADA });
    expect(same.value).toBe(first.value);
  });

  it('is parsed from the document that was read, also when an earlier one of the key is remembered', () => {
    const parsed = new ParsedRecords<Named>(10_000);
    const eve = { ...ADA, name: 'Eve' };
    for (const value of [ADA, eve, ADA])
      expect(parseRecord(Named, recordItem(KEY, 3, value), parsed)).toEqual({ version: 3, value });
    expect(parseRecord(Named, recordItem({ ...KEY, pk: 'other' }, 3, eve), parsed).value).toEqual(eve);
    expect(() => parseRecord(Named, recordItem(KEY, 3, { id: 1 }), parsed)).toThrow(v.ValiError);
  });
});

it('changeRecord() returns what the change returns', async () => {
  const read = () => Promise.resolve({ version: 2 });
  expect(await changeRecord({ read, ifMatch: '*' }, ({ version }) => Promise.resolve(version + 1))).toBe(3);
});

it.each([null, { version: 0 }])('putNext() creates a record in place of %j', async current => {
  const transaction = new Transaction();
  expect(putNext(transaction, KEY, { current, next: ADA })).toEqual({ version: 1, value: ADA });
  await transaction.commit();
  expect(written()).toMatchObject([{ Put: { ConditionExpression: 'attribute_not_exists(pk)' } }]);
});
