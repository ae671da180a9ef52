import { type TransactGetCommandInput, TransactGetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTable, open, put, refusal, TableName, transact } from './harness.ts';

let engine: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  engine = await open();
  await createTable(engine.doc);
  await transact(engine.doc, [put('a', { n: 1 }), put('b', { n: 2, title: 'B' })]);
});
afterAll(() => engine.close());

function read(TransactItems: TransactGetCommandInput['TransactItems'], more: object = {}) {
  return engine.doc.send(new TransactGetCommand({ TransactItems, ...more }));
}

function get(sk: string, more: object = {}) {
  return { Get: { TableName, Key: { pk: 'p', sk }, ...more } };
}

describe('a read transaction', () => {
  it('answers in the requested order, with an empty element for an absent item', async () => {
    const { Responses } = await read([get('b', { ProjectionExpression: 'n' }), get('absent'), get('a')]);
    expect(Responses).toEqual([{ Item: { n: 2 } }, {}, { Item: { pk: 'p', sk: 'a', n: 1 } }]);
  });

  it('charges twice the units of consistent reads', async () => {
    const { ConsumedCapacity } = await read([get('a'), get('b')], { ReturnConsumedCapacity: 'TOTAL' });
    expect(ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 4, ReadCapacityUnits: 4 }]);
  });

  it('refuses 101 reads, the same item twice and an element without a read', async () => {
    const messages = await Promise.all(
      [Array.from({ length: 101 }, (_, i) => get(String(i))), [get('a'), get('a')], [{ Get: undefined }]].map(
        async items => (await refusal(read(items))).message,
      ),
    );
    expect(messages).toEqual([
      expect.stringContaining('Member must have length less than or equal to 100') as string,
      'Transaction request cannot include multiple operations on one item',
      'Invalid Request: TransactGetRequest should contain Get request',
    ]);
  });

  it('is cancelled by a key that does not match the schema', async () => {
    const error = await refusal(read([get('a'), { Get: { TableName, Key: { pk: 'p' } } }]));
    expect(error.name).toBe('TransactionCanceledException');
    expect(error.CancellationReasons?.map(({ Code }) => Code)).toEqual(['None', 'ValidationError']);
  });
});
