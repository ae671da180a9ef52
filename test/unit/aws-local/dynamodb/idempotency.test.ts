import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLevel } from '../../../../infra/aws-local/dynamodb/level.ts';
import { TOKEN_LIFETIME_MS, Tokens } from '../../../../infra/aws-local/dynamodb/idempotency.ts';
import { Journal } from '../../../../infra/aws-local/dynamodb/journal.ts';
import { createTable, open, refusal, TableName, transact } from './harness.ts';

let engine: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  engine = await open();
  await createTable(engine.doc);
});
afterAll(() => engine.close());

function add(sk: string, amount: number) {
  return {
    Update: {
      TableName,
      Key: { pk: 'p', sk },
      UpdateExpression: 'ADD n :amount',
      ExpressionAttributeValues: { ':amount': amount },
    },
  };
}

async function count(sk: string) {
  return (await engine.doc.send(new GetCommand({ TableName, Key: { pk: 'p', sk } }))).Item?.n as number;
}

describe('a client request token', () => {
  it('executes the same transaction once and repeats its answer', async () => {
    const send = () =>
      transact(engine.doc, [add('once', 1)], { ClientRequestToken: 't1', ReturnConsumedCapacity: 'TOTAL' });
    const answers = [await send(), ...(await Promise.all([send(), send()]))];
    expect(answers.map(({ ConsumedCapacity }) => ConsumedCapacity?.[0]?.CapacityUnits)).toEqual([2, 2, 2]);
    expect(await count('once')).toBe(1);
  });

  it('refuses another transaction with the same token', async () => {
    await transact(engine.doc, [add('other', 1)], { ClientRequestToken: 't2' });
    const error = await refusal(transact(engine.doc, [add('other', 2)], { ClientRequestToken: 't2' }));
    expect(error.name).toBe('IdempotentParameterMismatchException');
    expect(await count('other')).toBe(1);
  });

  it('lets a cancelled transaction be sent again', async () => {
    const send = (ConditionExpression: string) =>
      transact(engine.doc, [{ Update: { ...add('cancelled', 1).Update, ConditionExpression } }], {
        ClientRequestToken: 't3',
      });
    await refusal(send('attribute_exists(pk)'));
    await send('attribute_not_exists(pk)');
    expect(await count('cancelled')).toBe(1);
  });
});

describe('Tokens', () => {
  const start = Date.parse('2026-11-01T00:09:59Z');
  const setUp = async () => {
    const db = createLevel(undefined);
    await db.open();
    const clock = { now: start };
    const journal = new Journal(db);
    const tokens = new Tokens(journal, db, () => clock.now);
    let runs = 0;
    const send = async (request: string) => {
      journal.atomically(() =>
        tokens.once(
          'token',
          () => request,
          () => (runs += 1),
        ),
      );
      await journal.committed();
      return runs;
    };
    return { db, clock, tokens, send };
  };

  it('keeps a token for ten minutes', async () => {
    const { clock, send } = await setUp();
    await send('request');
    clock.now = start + TOKEN_LIFETIME_MS - 1;
    expect(await send('request')).toBe(1);
    clock.now = start + TOKEN_LIFETIME_MS;
    expect(await send('another request')).toBe(2);
  });

  it('deletes only expired tokens', async () => {
    const { db, clock, tokens, send } = await setUp();
    const remembered = async () => (await db.iterator({ gte: 'token~', lt: 'token~~' }).nextv(10)).length;
    await send('request');
    clock.now = start + TOKEN_LIFETIME_MS - 1;
    await tokens.forgetExpired();
    expect(await remembered()).toBe(1);
    clock.now = start + 2 * TOKEN_LIFETIME_MS;
    await tokens.forgetExpired();
    expect(await remembered()).toBe(0);
  });
});
