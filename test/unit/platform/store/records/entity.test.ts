import { BatchGetCommand, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Conflict, NotFound, PreconditionFailed } from '../../../../../shared/platform/core/errors.ts';
import { Taken } from '../../../../../shared/platform/store/condition.ts';
import { entity } from '../../../../../shared/platform/store/records/entity.ts';
import { listPartitions } from '../../../../../shared/platform/store/records/partitions.ts';
import { recordItem } from '../../../../../shared/platform/store/records/record.ts';
import { Contention } from '../../../../../shared/platform/store/retry.ts';
import { keyText, type Item, type Key } from '../../../../../shared/platform/store/table.ts';
import { entryKey } from '../../../../../shared/platform/store/timeline.ts';
import { Transaction } from '../../../../../shared/platform/store/transaction.ts';
import { uniqueKey } from '../../../../../shared/platform/store/records/unique.ts';
import {
  createRecord,
  deleteRecord,
  editRecord,
} from '../../../../../shared/platform/store/records/write-entity.ts';
import { advanceClock, restoreClock, stopClock } from '../../../../support/time/clock.ts';
import { mockDatabase } from '../../../../support/aws/mock-database.ts';

const table = mockDatabase();
const Named = v.object({ id: v.number(), name: v.string() });
type Named = v.InferOutput<typeof Named>;
const ADA = { id: 1, name: 'Ada' };
const BOB = { id: 2, name: 'Bob' };
const rename = ({ value }: { value: Named }): Named => ({ ...value, name: 'Eve' });

/** Each test has entities of its own, because they cache. */
function declare(maxRecords = 10) {
  return entity({
    name: 'person',
    record: Named,
    pk: 'PERSON#*',
    sk: 'record',
    otherSortKeys: ['secret'],
    lists: { people: ({ name }) => [{ ts: name.length }] },
    unique: {
      name: { taken: 'name', toValue: ({ name }) => (name === '' ? null : name) },
      folded: { taken: 'name', toValue: ({ name }) => name, isText: true },
    },
    cache: { maxRecords, isStable: ({ name }) => name !== 'changing' },
  });
}

function entry(ts: number, id: number): Key {
  return entryKey({ timeline: 'people', ts, id });
}

function written() {
  return table.commandCalls(TransactWriteCommand).flatMap(call => call.args[0].input.TransactItems!);
}

describe('entity()', () => {
  it('fills the id into the templates of its keys, padded where records are sorted by it', () => {
    expect(declare().key(7)).toEqual({ pk: 'PERSON#7', sk: 'record' });
    expect(declare().otherKey(7, 'secret')).toEqual({ pk: 'PERSON#7', sk: 'secret' });
    const listed = entity({ name: 'item', record: Named, pk: 'ITEMS', sk: '*' });
    expect(listed.key(7)).toEqual({ pk: 'ITEMS', sk: '0000000000000007' });
  });

  it('gives policies the partitions of its records, lists and unique values', () => {
    const partitions = ['PERSON#*', 'T#people', 'UNIQUE#name#*', 'UNIQUE#folded#*'];
    expect(listPartitions(declare())).toEqual(partitions);
    const { declared } = declare();
    expect(listPartitions({ declared: { ...declared, feedState: () => null } })).toEqual([
      ...partitions,
      'CHANGES#waiting',
    ]);
  });
});

describe('the types of an entity', () => {
  it('accept only declared items and unique values', () => {
    const people = declare();
    // @ts-expect-error -- no such item is declared
    people.otherKey(1, 'secrets');
    // @ts-expect-error -- no such unique value is declared
    void people.idsBy('names', [], { consistent: true });
    const declared = { name: 'item', record: Named, pk: 'ITEMS', sk: '*' };
    entity({
      ...declared,
      lists: {
        'items#*': ({ id }) => [{ timeline: `items#${id}` as const, ts: id }],
        // @ts-expect-error -- the name of the timeline does not begin as the list's
        'things#*': ({ id }) => [{ timeline: `items#${id}` as const, ts: id }],
      },
    });
    const partitions: ('PERSON#*' | 'T#people' | 'UNIQUE#name#*' | 'UNIQUE#folded#*' | 'CHANGES#waiting')[] =
      listPartitions(people);
    expect(partitions).toHaveLength(4);
  });
});

describe('Entity.read()', () => {
  it('throws NotFound with the name and the id when there is no record', async () => {
    table.on(GetCommand).resolves({});
    await expect(declare().read(7, { consistent: true })).rejects.toThrow(
      new NotFound('There is no person with the id 7'),
    );
  });
});

describe('Entity.known()', () => {
  const key = (id: number): Key => ({ pk: `PERSON#${id}`, sk: 'record' });
  const stored = [ADA, BOB, { id: 3, name: 'changing' }].map((person): Item =>
    recordItem(key(person.id), 1, person),
  );
  let reads: unknown[];
  beforeEach(() => {
    reads = [];
    table.on(BatchGetCommand).callsFake(({ RequestItems: { table: request } }) => {
      reads.push(request.Keys);
      const asked = new Set(request.Keys.map(keyText));
      return {
        Responses: { table: stored.filter(({ pk, sk }) => asked.has(`${String(pk)}|${String(sk)}`)) },
      };
    });
  });
  afterEach(restoreClock);

  it('reads only records that are not cached, and omits unknown ids', async () => {
    const people = declare();
    expect([...(await people.known([1], { consistent: true })).keys()]).toEqual([1]);
    expect(new Map([...(await people.known([2, 1, 9], { consistent: true }))].sort())).toEqual(
      new Map([
        [1, ADA],
        [2, BOB],
      ]),
    );
    expect(reads).toEqual([[key(1)], [key(2), key(9)]]);
    expect((await people.known([1, 2], { consistent: true })).size).toBe(2);
    expect(reads).toHaveLength(2);
  });

  it('does not cache a record that is about to change', async () => {
    const people = declare();
    expect((await people.known([3])).get(3)?.name).toBe('changing');
    expect(people.cached(3)).toBeUndefined();
  });

  it('caches every record without a rule, and none without a cache', () => {
    const declared = { name: 'person', record: Named, pk: 'PERSON#*', sk: 'record' };
    const people = entity({ ...declared, cache: { maxRecords: 10 } });
    expect(people.parse(recordItem(key(1), 4, ADA))).toEqual({ version: 4, value: ADA });
    expect(people.cached(1)).toEqual(ADA);
    people.forget(1);
    expect(people.cached(1)).toBeUndefined();
    const uncached = entity(declared);
    uncached.parse(recordItem(key(1), 4, ADA));
    expect(uncached.cached(1)).toBeUndefined();
  });

  it('forgets records after nine seconds, and the oldest of too many', async () => {
    stopClock();
    const people = declare(1);
    await people.known([1, 2]);
    expect([people.cached(1), people.cached(2)?.name]).toEqual([undefined, 'Bob']);
    advanceClock(9);
    expect(people.cached(2)).toBeUndefined();
  });
});

describe('createRecord()', () => {
  it('puts the record with its unique values and list entries, and what the callback adds', async () => {
    const people = declare();
    const other = { pk: 'other', sk: 's' };
    const created = await createRecord(people, transaction => {
      transaction.put(other);
      return ADA;
    });
    expect(created).toEqual({ version: 1, value: ADA });
    expect(written()).toMatchObject([
      { Put: { Item: other } },
      { Put: { Item: recordItem(people.key(1), 1, ADA), ConditionExpression: 'attribute_not_exists(pk)' } },
      { Put: { Item: { ...uniqueKey('name', 'Ada'), id: 1 } } },
      { Put: { Item: { ...uniqueKey('folded', 'ada'), id: 1 } } },
      { Put: { Item: entry(3, 1) } },
    ]);
  });

  it('throws Taken with the kind of the unique value that another record has', async () => {
    const CancellationReasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }, { Code: 'None' }];
    const { TransactionCanceledException } = await import('@aws-sdk/client-dynamodb');
    table
      .on(TransactWriteCommand)
      .rejects(new TransactionCanceledException({ $metadata: {}, message: '', CancellationReasons }));
    const created = createRecord(declare(), () => ADA);
    await expect(created).rejects.toThrow(Conflict);
    await expect(created).rejects.toMatchObject({ kind: 'name', message: 'name: another person has it' });
    await expect(created).rejects.toBeInstanceOf(Taken);
  });
});

describe('editRecord()', () => {
  const people = declare();

  it('puts the next version under the condition that the read one is unchanged', async () => {
    table.on(GetCommand).resolves({ Item: recordItem(people.key(1), 3, ADA) });
    const other = { pk: 'other', sk: 's' };
    const edited = await editRecord(people, { id: 1, ifMatch: '"3"' }, ({ value, transaction }) => {
      transaction.put(other);
      return rename({ value });
    });
    expect(edited).toEqual({ version: 4, value: { id: 1, name: 'Eve' } });
    expect(written().slice(0, 2)).toMatchObject([
      { Put: { Item: other } },
      {
        Put: {
          Item: recordItem(people.key(1), 4, { id: 1, name: 'Eve' }),
          ConditionExpression: '#version = :version',
          ExpressionAttributeValues: { ':version': 3 },
        },
      },
    ]);
  });

  it('moves the unique values and list entries that change, and no others', async () => {
    table.on(GetCommand).resolves({ Item: recordItem(people.key(1), 3, ADA) });
    await editRecord(people, { id: 1, ifMatch: undefined }, ({ value }) => ({ ...value, name: 'ada' }));
    await editRecord(people, { id: 1, ifMatch: undefined }, ({ value }) => ({ ...value, name: '' }));
    const [, release, claim, , releaseAll, releaseFolded, ...entries] = written();
    expect([release, claim]).toMatchObject([
      { Delete: { Key: uniqueKey('name', 'Ada') } },
      { Put: { Item: uniqueKey('name', 'ada') } },
    ]);
    expect(releaseAll).toMatchObject({ Delete: { Key: uniqueKey('name', 'Ada') } });
    expect(releaseFolded).toMatchObject({ Delete: { Key: uniqueKey('folded', 'ada') } });
    expect(entries.slice(-2)).toMatchObject([
      { Put: { Item: entry(0, 1) } },
      { Delete: { Key: entry(3, 1) } },
    ]);
  });

  it('throws PreconditionFailed and writes nothing when If-Match names another version', async () => {
    table.on(GetCommand).resolves({ Item: recordItem(people.key(1), 3, ADA) });
    await expect(editRecord(people, { id: 1, ifMatch: '"2"' }, rename)).rejects.toThrow(PreconditionFailed);
    expect(written()).toEqual([]);
  });

  it('reads again after a concurrent write', async () => {
    table
      .on(GetCommand)
      .resolvesOnce({ Item: recordItem(people.key(1), 3, ADA) })
      .resolves({ Item: recordItem(people.key(1), 4, ADA) });
    table.on(TransactWriteCommand).rejectsOnce(new Contention('lost')).resolves({});
    expect((await editRecord(people, { id: 1, ifMatch: undefined }, rename)).version).toBe(5);
  });
});

describe('deleteRecord()', () => {
  it('deletes the record under its version, its unique values and its list entries', async () => {
    const people = declare();
    const transaction = new Transaction();
    await deleteRecord(people, transaction, { version: 3, value: ADA });
    await transaction.commit();
    expect(written()).toMatchObject([
      { Delete: { Key: people.key(1), ExpressionAttributeValues: { ':version': 3 } } },
      { Delete: { Key: uniqueKey('name', 'Ada') } },
      { Delete: { Key: uniqueKey('folded', 'ada') } },
      { Delete: { Key: entry(3, 1) } },
    ]);
  });
});
