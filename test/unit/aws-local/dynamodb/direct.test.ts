import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectDirectly } from '../../../../infra/aws-local/dynamodb/direct/connect.ts';
import * as Table from '../../../../shared/platform/store/port.ts';
import { startDynamo } from '../../../../infra/aws-local/dynamodb/server.ts';
import { connect, refusal } from './harness.ts';
import { CODE_POINT } from '../../../support/values/code-point.ts';

const TableName = 'plain';
let overHttp: DynamoDBDocumentClient;
let disconnect: () => void;
let url: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  const engine = await startDynamo({});
  url = engine.url;
  overHttp = connect(url);
  // No address: each call that took another way than the direct one would fail.
  Object.assign(process.env, {
    TABLE_NAME: TableName,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1',
  });
  disconnect = connectDirectly(engine.execute);
  stop = async () => {
    overHttp.destroy();
    await engine.close();
  };
  await overHttp.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map(name => ({ AttributeName: name, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
});
afterAll(() => stop());

/** Everything that a record may have. */
const anyValue = fc.letrec(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: CODE_POINT }),
    fc.maxSafeInteger(),
    fc.integer({ min: -1e9, max: 1e9 }).map(number => number / 1000),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array(),
    fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }).map(texts => new Set(texts)),
    fc.array(tie('value')),
    fc.dictionary(
      // The SDK takes an object with a field `constructor` for one of a class, and refuses it.
      fc.string({ minLength: 1 }).filter(name => !['__proto__', 'constructor'].includes(name)),
      tie('value'),
    ),
  ),
})).value;

const get = (sk: string) => ({ TableName, Key: { pk: 'p', sk } });

async function read(sk: string): Promise<unknown> {
  return (await Table.get({ Key: { pk: 'p', sk } })).Item?.value;
}

describe('connectDirectly()', () => {
  it('writes and reads every kind of value as the SDK does over HTTP', async () => {
    await fc.assert(
      fc.asyncProperty(anyValue, async value => {
        await Table.put({ Item: { pk: 'p', sk: 'direct', value } });
        await overHttp.send(new PutCommand({ TableName, Item: { pk: 'p', sk: 'http', value } }));
        const { Item: expected } = await overHttp.send(new GetCommand(get('http')));
        const { Item: found } = await overHttp.send(new GetCommand(get('direct')));
        expect(found?.value).toEqual(expected?.value);
        expect(await read('http')).toEqual(expected?.value);
      }),
      { numRuns: 60 },
    );
  });

  it.each([[undefined], [Number.NaN], [2 ** 60], [new Date(0)], [new Set([true])]])(
    'refuses to store %s instead of storing something else',
    async value => {
      const put = Table.put({ Item: { pk: 'p', sk: 'odd', value } });
      await expect(put).rejects.toThrow();
      expect(await read('odd')).toBeUndefined();
    },
  );

  it('converts keys, values of expressions, lists and cursors', async () => {
    const items = ['1', '2', '3'].map(sk => ({ pk: 'many', sk, count: Number(sk) }));
    const puts = items.map(Item => ({ PutRequest: { Item } }));
    await Table.batchWrite({ RequestItems: { [TableName]: puts } });
    const batch = { RequestItems: { [TableName]: { Keys: items.map(({ pk, sk }) => ({ pk, sk })) } } };
    const got = await Table.batchGet(batch);
    expect(got.Responses?.[TableName]).toHaveLength(3);

    const query = {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'many' },
      Limit: 2,
    };
    const first = await Table.query({ ...query, ExclusiveStartKey: undefined });
    expect(first).toMatchObject({ Items: items.slice(0, 2), LastEvaluatedKey: { pk: 'many', sk: '2' } });
    const rest = await Table.query({ ...query, ExclusiveStartKey: first.LastEvaluatedKey });
    expect(rest.Items).toEqual([items[2]]);

    const Key = { pk: 'many', sk: '1' };
    const update = {
      UpdateExpression: 'ADD #count :by',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':by': 4 },
    };
    const updated = await Table.update({ Key, ...update, ReturnValues: 'ALL_NEW' });
    expect(updated.Attributes).toEqual({ ...Key, count: 5 });
    await Table.delete({ Key });
    expect((await Table.get({ Key })).Item).toBeUndefined();
  });

  it('rejects with the exceptions that the SDK makes of the service’s errors', async () => {
    const Item = { pk: 'p', sk: 'there' };
    const condition = { ConditionExpression: 'attribute_not_exists(pk)' };
    await Table.put({ Item });
    const failed = await refusal(Table.put({ Item, ...condition }));
    expect(failed).toBeInstanceOf(ConditionalCheckFailedException);

    const TransactItems = [
      { Put: { TableName, Item: { pk: 'p', sk: 'new' } } },
      { Put: { TableName, Item, ...condition } },
    ];
    const cancelled = await refusal(Table.transactWrite({ TransactItems }));
    expect(cancelled).toBeInstanceOf(TransactionCanceledException);
    expect(cancelled.CancellationReasons?.map(({ Code }) => Code)).toEqual([
      'None',
      'ConditionalCheckFailed',
    ]);

    vi.stubEnv('TABLE_NAME', 'none');
    const other = await refusal(Table.get({ Key: Item }));
    vi.unstubAllEnvs();
    expect(other.name).toBe('ResourceNotFoundException');
  });
});

describe('BatchWriteItem on a table without secondary indexes', () => {
  const put = (sk: string, more: object = {}) => ({ PutRequest: { Item: { pk: 'batch', sk, ...more } } });
  const send = (...requests: object[]) => Table.batchWrite({ RequestItems: { [TableName]: requests } });
  const stored = async () => {
    const { Items = [] } = await Table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'batch' },
    });
    return Items.map(({ sk, by }) => [sk, by]);
  };

  it('puts and deletes items, and replaces the ones that exist', async () => {
    await send(put('a', { by: 1 }), put('b', { by: 1 }));
    await send(put('a', { by: 2 }), { DeleteRequest: { Key: { pk: 'batch', sk: 'b' } } }, put('c'));
    expect(await stored()).toEqual([
      ['a', 2],
      ['c', undefined],
    ]);
  });

  it.each([
    ['two requests for one key', [put('x'), put('x')], 'contains duplicates'],
    ['a put without its sort key', [put('x'), { PutRequest: { Item: { pk: 'batch' } } }], 'does not match'],
    [
      'a delete with a key of another type',
      [put('x'), { DeleteRequest: { Key: { pk: 'batch', sk: 1 } } }],
      'does not match',
    ],
    ['an item over 400 KB', [put('x'), put('y', { text: 'x'.repeat(410_000) })], 'maximum allowed size'],
  ])('refuses %s and writes nothing', async (_what, requests, message) => {
    const before = await stored();
    expect((await refusal(send(...requests))).message).toContain(message);
    expect(await stored()).toEqual(before);
  });

  it('returns the consumed capacity when the request asks for it', async () => {
    const RequestItems = { [TableName]: [put('d') as never] };
    const answer = await Table.batchWrite({ RequestItems, ReturnConsumedCapacity: 'TOTAL' });
    expect(answer.ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 1 }]);
  });
});

it('leaves calls to the SDK’s client after the end of a connection', async () => {
  const Item = { pk: 'p', sk: 'kept' };
  await Table.put({ Item });
  disconnect();
  process.env.AWS_ENDPOINT_URL_DYNAMODB = url;
  expect((await Table.get({ Key: Item })).Item).toEqual(Item);
});
