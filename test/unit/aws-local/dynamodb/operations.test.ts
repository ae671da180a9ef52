import { DeleteTableCommand, DescribeTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type BatchGetCommandInput,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTable, open, refusal, TableName } from './harness.ts';

let engine: Awaited<ReturnType<typeof open>>;
beforeEach(async () => {
  engine = await open();
  await createTable(engine.doc);
});
afterEach(() => engine.close());

function key(sk: string) {
  return { TableName, Key: { pk: 'p', sk } };
}

function fill(count: number, more: object = {}) {
  return Promise.all(
    Array.from({ length: count }, (_, i) =>
      engine.doc.send(
        new PutCommand({ TableName, Item: { pk: 'p', sk: String(i).padStart(4, '0'), ...more } }),
      ),
    ),
  );
}

function query(more: object) {
  return engine.doc.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'p' },
      ...more,
    }),
  );
}

function sorts(items: Record<string, unknown>[] | undefined) {
  return items?.map(({ sk }) => sk);
}

describe('operations on items', () => {
  it('put, read, update and delete an item', async () => {
    await engine.doc.send(new PutCommand({ TableName, Item: { ...key('a').Key, n: 1 } }));
    const updated = await engine.doc.send(
      new UpdateCommand({
        ...key('a'),
        UpdateExpression: 'ADD n :n',
        ExpressionAttributeValues: { ':n': 2 },
        ReturnValues: 'ALL_NEW',
      }),
    );
    expect(updated.Attributes).toEqual({ pk: 'p', sk: 'a', n: 3 });
    const deleted = await engine.doc.send(new DeleteCommand({ ...key('a'), ReturnValues: 'ALL_OLD' }));
    expect(deleted.Attributes).toEqual({ pk: 'p', sk: 'a', n: 3 });
    expect((await engine.doc.send(new GetCommand(key('a')))).Item).toBeUndefined();
  });

  it('write and read items in batches', async () => {
    const items = ['a', 'b', 'c'].map(sk => ({ pk: 'p', sk }));
    await engine.doc.send(
      new BatchWriteCommand({
        RequestItems: { [TableName]: items.map(Item => ({ PutRequest: { Item } })) },
      }),
    );
    const { Responses } = await engine.doc.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [...items, { pk: 'p', sk: 'd' }] } } }),
    );
    expect(sorts(Responses?.[TableName])?.sort()).toEqual(['a', 'b', 'c']);
  });

  it('return at most 16 MB per batch, and the rest through UnprocessedKeys', async () => {
    const sizes = Array.from({ length: 45 }, (_, i) => String(i));
    const body = 'x'.repeat(400_000);
    await Promise.all(
      sizes.map(sk => engine.doc.send(new PutCommand({ TableName, Item: { pk: 'p', sk, body } }))),
    );
    const ask = (RequestItems: BatchGetCommandInput['RequestItems']) =>
      engine.doc.send(new BatchGetCommand({ RequestItems }));
    const projection = { ProjectionExpression: '#sk, body', ExpressionAttributeNames: { '#sk': 'sk' } };
    for (const options of [projection, { ConsistentRead: true }]) {
      const first = await ask({ [TableName]: { Keys: sizes.map(sk => ({ pk: 'p', sk })), ...options } });
      expect(first.Responses?.[TableName]?.length).toBeGreaterThanOrEqual(40);
      expect(first.UnprocessedKeys?.[TableName]).toMatchObject(options);
      const rest = await ask(first.UnprocessedKeys);
      const found = [...(first.Responses?.[TableName] ?? []), ...(rest.Responses?.[TableName] ?? [])];
      expect(sorts(found)?.sort()).toEqual([...sizes].sort());
      expect(found.some(item => 'pk' in item)).toBe(options !== projection);
    }
  });

  it('query in pages, forwards and backwards', async () => {
    await fill(5);
    const first = await query({ Limit: 2, ScanIndexForward: false });
    expect(sorts(first.Items)).toEqual(['0004', '0003']);
    const ExclusiveStartKey = first.LastEvaluatedKey;
    expect(sorts((await query({ Limit: 2, ScanIndexForward: false, ExclusiveStartKey })).Items)).toEqual([
      '0002',
      '0001',
    ]);
    expect(sorts((await query({})).Items)).toEqual(['0000', '0001', '0002', '0003', '0004']);
  });

  it('end a page of a query or scan at 1 MB', async () => {
    await fill(40, { body: 'x'.repeat(50_000) });
    const { Items, LastEvaluatedKey } = await query({});
    expect(Items?.length).toBeLessThan(25);
    expect(LastEvaluatedKey).toBeDefined();
    const rest = await query({ ExclusiveStartKey: LastEvaluatedKey });
    expect((Items?.length ?? 0) + (rest.Items?.length ?? 0)).toBe(40);
    const scanned = await engine.doc.send(new ScanCommand({ TableName }));
    expect(scanned.LastEvaluatedKey).toBeDefined();
  });

  it('return each item in one segment of a parallel scan', async () => {
    await fill(5);
    const segments = await Promise.all(
      [0, 1, 2].map(Segment =>
        engine.doc.send(new ScanCommand({ TableName, Segment, TotalSegments: 3, Limit: 3 })),
      ),
    );
    expect(segments.flatMap(({ Items }) => sorts(Items))).toEqual(['0000', '0001', '0002']);
    const { LastEvaluatedKey: ExclusiveStartKey } = segments[0]!;
    const rest = new ScanCommand({ TableName, Segment: 0, TotalSegments: 3, ExclusiveStartKey });
    expect(sorts((await engine.doc.send(rest)).Items)).toEqual(['0003', '0004']);
  });

  it('preserve every number, binary value and character', async () => {
    const Item = {
      pk: 'p',
      sk: 'ä/~\uffff',
      bytes: Uint8Array.from([0, 255]),
      n: -1.5e-7,
      list: [{ a: null }],
    };
    await engine.doc.send(new PutCommand({ TableName, Item }));
    expect((await engine.doc.send(new GetCommand(key(Item.sk)))).Item).toEqual(Item);
    expect(sorts((await query({})).Items)).toEqual([Item.sk]);
  });
});

describe('operations on tables', () => {
  it('create an active table and delete it with its items', async () => {
    const { Table } = await engine.doc.send(new DescribeTableCommand({ TableName }));
    expect(Table?.TableStatus).toBe('ACTIVE');
    await fill(3, { author: 'ann' });
    expect(await refusal(createTable(engine.doc))).toMatchObject({ name: 'ResourceInUseException' });
    await engine.doc.send(new DeleteTableCommand({ TableName }));
    expect((await engine.doc.send(new ListTablesCommand())).TableNames).toEqual([]);
    expect(await refusal(engine.doc.send(new DescribeTableCommand({ TableName })))).toMatchObject({
      name: 'ResourceNotFoundException',
    });
    await createTable(engine.doc);
    expect((await query({})).Items).toEqual([]);
    expect((await engine.doc.send(new ScanCommand({ TableName, IndexName: 'by-author' }))).Items).toEqual([]);
  });
});
