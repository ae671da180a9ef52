import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PreconditionFailed } from '../../../shared/core/errors.ts';
import { ParsedRecords, parseRecord, recordItem, type Versioned } from '../../../shared/store/record.ts';
import { RecordCache } from '../../../shared/store/record-cache.ts';
import { Contention } from '../../../shared/store/retry.ts';
import { getItem, keyText, type Key } from '../../../shared/store/table.ts';
import { changeRecord, putNext, updateRecord } from '../../../shared/store/update-record.ts';
import { Transaction } from '../../../shared/store/transaction.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/clock.ts';
import { mockDatabase } from '../../support/mock-database.ts';

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

describe('updateRecord()', () => {
  const target = (ifMatch?: string) => ({
    key: KEY,
    ifMatch,
    read: async (): Promise<Versioned<Named>> => parseRecord(Named, (await getItem(KEY, true))!),
  });
  const rename = (value: Named): Named => ({ ...value, name: 'Eve' });

  it('puts the next version under the condition that the read one is unchanged', async () => {
    table.on(GetCommand).resolves({ Item: recordItem(KEY, 3, ADA) });
    const other = { pk: 'other', sk: 's' };
    const updated = await updateRecord(target('"3"'), (value, transaction) => {
      transaction.put(other);
      return rename(value);
    });
    expect(updated).toEqual({ version: 4, value: { id: 1, name: 'Eve' } });
    expect(written()).toMatchObject([
      { Put: { Item: other } },
      {
        Put: {
          Item: recordItem(KEY, 4, { id: 1, name: 'Eve' }),
          ConditionExpression: '#version = :version',
          ExpressionAttributeValues: { ':version': 3 },
        },
      },
    ]);
  });

  it('throws PreconditionFailed and writes nothing when If-Match names another version', async () => {
    table.on(GetCommand).resolves({ Item: recordItem(KEY, 3, ADA) });
    await expect(updateRecord(target('"2"'), rename)).rejects.toThrow(PreconditionFailed);
    expect(written()).toEqual([]);
  });

  it('reads again after a concurrent write', async () => {
    table
      .on(GetCommand)
      .resolvesOnce({ Item: recordItem(KEY, 3, ADA) })
      .resolves({ Item: recordItem(KEY, 4, ADA) });
    table.on(TransactWriteCommand).rejectsOnce(new Contention('lost')).resolves({});
    expect((await updateRecord(target(), rename)).version).toBe(5);
  });
});

it('changeRecord() returns what the change returns', async () => {
  const read = () => Promise.resolve({ version: 2 });
  expect(await changeRecord({ read, ifMatch: '*' }, ({ version }) => Promise.resolve(version + 1))).toBe(3);
});

it.each([null, { version: 0 }])('putNext() creates a record in place of %j', async current => {
  const transaction = new Transaction();
  expect(putNext(transaction, KEY, current, ADA)).toEqual({ version: 1, value: ADA });
  await transaction.commit();
  expect(written()).toMatchObject([{ Put: { ConditionExpression: 'attribute_not_exists(pk)' } }]);
});

describe('RecordCache', () => {
  const keyOf = (id: number): Key => ({ pk: `P#${id}`, sk: 's' });
  const items = new Map(
    [ADA, { id: 2, name: 'Bob' }, { id: 3, name: 'changing' }].map(record => [
      keyText(keyOf(record.id)),
      recordItem(keyOf(record.id), 1, record),
    ]),
  );
  const cacheOf = (maxRecords = 10) =>
    new RecordCache({ schema: Named, keyOf, maxRecords, isStable: ({ name }) => name !== 'changing' });
  const reading = () => vi.fn((_keys: readonly Key[]) => Promise.resolve(items));
  afterEach(restoreClock);

  it('reads only records that are not cached, and omits unknown ids', async () => {
    const [cache, read] = [cacheOf(), reading()];
    expect([...(await cache.getAll([1], read)).keys()]).toEqual([1]);
    const found = await cache.getAll([2, 1, 9], read);
    expect(new Map([...found].sort())).toEqual(
      new Map([
        [1, ADA],
        [2, { id: 2, name: 'Bob' }],
      ]),
    );
    expect(read.mock.calls).toEqual([[[keyOf(1)]], [[keyOf(2), keyOf(9)]]]);
    expect((await cache.getAll([1, 2], read)).size).toBe(2);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('does not cache a record that is about to change', async () => {
    const cache = cacheOf();
    expect((await cache.getAll([3], reading())).get(3)?.name).toBe('changing');
    expect(cache.get(3)).toBeUndefined();
  });

  it('caches every record without a rule', () => {
    const cache = new RecordCache({ schema: Named, keyOf, maxRecords: 10 });
    expect(cache.parse(recordItem(keyOf(1), 4, ADA))).toEqual({ version: 4, value: ADA });
    expect(cache.get(1)).toEqual(ADA);
    cache.delete(1);
    expect(cache.get(1)).toBeUndefined();
  });

  it('forgets records after nine seconds, and the oldest of too many', async () => {
    stopClock();
    const cache = cacheOf(1);
    await cache.getAll([1, 2], reading());
    expect([cache.get(1), cache.get(2)?.name]).toEqual([undefined, 'Bob']);
    advanceClock(9);
    expect(cache.get(2)).toBeUndefined();
  });
});
