import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../../../shared/platform/core/errors.ts';
import {
  countItems,
  getItem,
  getItems,
  getReferencedItems,
  queryItems,
  type Range,
} from '../../../../shared/platform/store/table.ts';
import { countEntries, entryKey, readPage } from '../../../../shared/platform/store/timeline.ts';
import { mockDatabase } from '../../../support/aws/mock-database.ts';
import { usePauses } from '../../../support/aws/pauses.ts';

const table = mockDatabase();
const pauses = usePauses();

const KEYS = ['a', 'b', 'c'].map(pk => ({ pk, sk: 's' }));
const [A, B, C] = KEYS;

function answering(items: readonly object[], left: readonly object[]) {
  return {
    Responses: { table: items.map(item => ({ ...item })) },
    ...(left.length > 0 && { UnprocessedKeys: { table: { Keys: left.map(key => ({ ...key })) } } }),
  };
}

function batches() {
  return table.commandCalls(BatchGetCommand).map(call => call.args[0].input.RequestItems!.table!);
}

function requestedKeys() {
  return batches().map(({ Keys }) => Keys);
}

function queries() {
  return table.commandCalls(QueryCommand).map(call => call.args[0].input);
}

describe('getItems()', () => {
  it('requests only the unprocessed keys again', async () => {
    table
      .on(BatchGetCommand)
      .resolvesOnce(answering([A!], [B!, C!]))
      .resolvesOnce(answering([], [B!, C!]))
      .resolvesOnce(answering([C!], [B!]))
      .resolves(answering([B!], []));
    expect([...(await getItems(KEYS, { consistent: true })).values()]).toEqual([A, C, B]);
    expect(requestedKeys()).toEqual([KEYS, [B, C], [B, C], [B]]);
    // Longer after an answer without an item.
    expect(pauses()).toEqual([10, 20, 10]);
  });

  it('throws Unavailable after nine answers without an item', async () => {
    table
      .on(BatchGetCommand)
      .resolvesOnce(answering([A!], [B!, C!]))
      .resolves(answering([], [B!, C!]));
    await expect(getItems(KEYS, { consistent: false })).rejects.toThrow(Unavailable);
    expect(requestedKeys()).toHaveLength(10);
  });

  it('continues while the table returns items one by one', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ pk: String(index), sk: 's' }));
    table.on(BatchGetCommand).callsFake(({ RequestItems }) => {
      const [first, ...left] = RequestItems.table.Keys;
      return answering([first], left);
    });
    expect((await getItems(many, { consistent: false })).size).toBe(30);
  });

  it('requests each key once, a hundred per call', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ pk: String(index), sk: 's' }));
    table.on(BatchGetCommand).resolves({});
    expect((await getItems([...many, ...many], { consistent: true })).size).toBe(0);
    expect(requestedKeys()).toEqual([many.slice(0, 100), many.slice(100)]);
  });
});

it('getItem() reads with the requested consistency', async () => {
  table.on(GetCommand).resolves({ Item: { ...A, n: 1 } });
  expect(await getItem(A!, { consistent: true })).toEqual({ ...A, n: 1 });
  await getItem(A!, { consistent: false });
  const inputs = table.commandCalls(GetCommand).map(call => call.args[0].input);
  expect(inputs).toEqual(
    [true, false].map(ConsistentRead => ({ TableName: 'table', Key: A, ConsistentRead })),
  );
});

describe('getReferencedItems()', () => {
  it('reads eventually consistently when all items exist', async () => {
    table.on(BatchGetCommand).resolves(answering([A!, B!], []));
    expect([...(await getReferencedItems([A!, B!])).values()]).toEqual([A, B]);
    expect(batches()).toEqual([{ Keys: [A, B], ConsistentRead: false }]);
    expect(pauses()).toEqual([]);
  });

  it('reads missing items again consistently', async () => {
    table
      .on(BatchGetCommand)
      .resolvesOnce(answering([A!], []))
      .resolves(answering([B!], []));
    expect([...(await getReferencedItems(KEYS)).values()]).toEqual([A, B]);
    expect(batches()[1]).toEqual({ Keys: [B, C], ConsistentRead: true });
  });
});

describe('queryItems()', () => {
  it('reads a partition in order', async () => {
    table.on(QueryCommand).resolves({ Items: [A!] });
    expect(await queryItems({ pk: 'p', consistent: false })).toEqual([A]);
    expect(queries()).toEqual([
      {
        TableName: 'table',
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'p' },
        ScanIndexForward: true,
        ConsistentRead: false,
      },
    ]);
  });

  it.each<[Partial<Range>, string, object]>([
    [{ after: 'x' }, 'pk = :pk AND sk > :after', { ':after': 'x' }],
    [{ after: 'x', descending: true }, 'pk = :pk AND sk < :after', { ':after': 'x' }],
    [{ between: ['x', 'y'] }, 'pk = :pk AND sk BETWEEN :from AND :to', { ':from': 'x', ':to': 'y' }],
  ])('reads the range %j', async (range, condition, values) => {
    table.on(QueryCommand).resolves({});
    expect(await queryItems({ pk: 'p', consistent: true, ...range })).toEqual([]);
    expect(queries()).toMatchObject([
      {
        KeyConditionExpression: condition,
        ExpressionAttributeValues: { ':pk': 'p', ...values },
        ScanIndexForward: range.descending !== true,
        ConsistentRead: true,
      },
    ]);
  });

  it('follows pages up to the limit, and requests no more than is missing', async () => {
    table.on(QueryCommand).resolves({ Items: [A!, B!], LastEvaluatedKey: B! });
    expect(await queryItems({ pk: 'p', limit: 4, consistent: false })).toEqual([A, B, A, B]);
    expect(queries().map(({ Limit, ExclusiveStartKey }) => [Limit, ExclusiveStartKey])).toEqual([
      [4, undefined],
      [2, B],
    ]);
  });

  it('follows all pages without a limit', async () => {
    table
      .on(QueryCommand)
      .resolvesOnce({ Items: [A!], LastEvaluatedKey: A! })
      .resolvesOnce({ Items: [], LastEvaluatedKey: B! })
      .resolves({ Items: [C!] });
    expect(await queryItems({ pk: 'p', consistent: false })).toEqual([A, C]);
    expect(queries()).toHaveLength(3);
  });
});

it('countItems() adds up the counts of all pages without reading items', async () => {
  table.on(QueryCommand).resolvesOnce({ Count: 5, LastEvaluatedKey: A! }).resolvesOnce({ Count: 2 });
  expect(await countItems({ pk: 'p', between: ['x', 'y'], consistent: true })).toBe(7);
  expect(queries().map(({ Select, ExclusiveStartKey }) => [Select, ExclusiveStartKey])).toEqual([
    ['COUNT', undefined],
    ['COUNT', A],
  ]);
});

it('entryKey() appends the common timestamp in a timeline with another order', () => {
  const entry = { timeline: 'a', ts: 5, id: 7 };
  expect(entryKey(entry)).toEqual({ pk: 'T#a', sk: '100000000005#0000000000000007' });
  expect(entryKey({ ...entry, commonTs: 6 }).sk).toBe('100000000005#0000000000000007#100000000006');
});

describe('readPage()', () => {
  const [first, second, third] = [1, 2, 3].map(ts => `${100_000_000_000 + ts}#000000000000000${ts}`);

  it('reads one entry more than the page, and continues behind the last one of the page', async () => {
    table.on(QueryCommand).resolves({ Items: [{ sk: third }, { sk: second }, { sk: first }] });
    const page = { timelines: ['a'], offset: 1, limit: 1, after: 'x', consistent: true };
    expect(await readPage(page)).toEqual({ ids: [2], positions: [second], next: second });
    expect(queries()).toMatchObject([
      {
        Limit: 3,
        ScanIndexForward: false,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND sk < :after',
      },
    ]);
    expect(await readPage({ ...page, limit: 2 })).toEqual({ ids: [2, 1], positions: [second, first] });
  });

  it('merges timelines, each entry once, in either direction', async () => {
    table.on(QueryCommand).callsFake(({ ExpressionAttributeValues: { ':pk': pk } }) => ({
      Items: (pk === 'T#a' ? [first, third] : [second, third]).map(sk => ({ sk })),
    }));
    const page = { timelines: ['a', 'b'], offset: 0, limit: 10, consistent: false };
    expect(await readPage(page)).toEqual({ ids: [3, 2, 1], positions: [third, second, first] });
    expect((await readPage({ ...page, oldestFirst: true })).ids).toEqual([1, 2, 3]);
    expect(queries().map(({ ScanIndexForward }) => ScanIndexForward)).toEqual([false, false, true, true]);
  });

  it('returns an empty page without timelines', async () => {
    expect(await readPage({ timelines: [], offset: 0, limit: 10, consistent: false })).toEqual({
      ids: [],
      positions: [],
    });
  });
});

it('countEntries() adds up the lengths of the timelines', async () => {
  table.on(QueryCommand).callsFake(({ ExpressionAttributeValues: { ':pk': pk } }) => ({
    Count: pk === 'T#a' ? 3 : 4,
  }));
  expect(await countEntries(['a', 'b'])).toBe(7);
  expect(queries().map(({ ConsistentRead }) => ConsistentRead)).toEqual([false, false]);
});
