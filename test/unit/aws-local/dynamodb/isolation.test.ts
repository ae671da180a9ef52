import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetCommand, QueryCommand, TransactGetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTable, open, put, refusal, TableName, transact } from './harness.ts';
import { rounds } from '../../../support/run/rounds.ts';

const INCREMENTS = rounds(12, 50);

let engine: Awaited<ReturnType<typeof open>>;

function key(sk: string) {
  return { TableName, Key: { pk: 'p', sk } };
}

async function read(sk: string) {
  return (await engine.doc.send(new GetCommand(key(sk)))).Item?.n as number | undefined;
}

function set(sk: string, from: number) {
  return {
    Update: {
      ...key(sk),
      UpdateExpression: 'SET n = :to',
      ConditionExpression: 'n = :from',
      ExpressionAttributeValues: { ':from': from, ':to': from + 1 },
    },
  };
}

async function incrementBoth(): Promise<void> {
  for (;;) {
    const from = (await read('left')) ?? 0;
    try {
      await transact(engine.doc, [set('left', from), set('right', from)]);
      return;
    } catch (error) {
      expect(error).toMatchObject({ name: 'TransactionCanceledException' });
    }
  }
}

describe.each(['in memory', 'on disk'])('concurrent transactions %s', where => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'dynamodb-'));
    engine = await open(where === 'on disk' ? dir : undefined);
    await createTable(engine.doc);
  });
  afterAll(async () => {
    await engine.close();
    await rm(dir, { recursive: true, force: true });
  });

  it('lose no increment whose condition is the value that was read', async () => {
    await transact(engine.doc, [put('left', { n: 0 }), put('right', { n: 0 })]);
    await Promise.all(Array.from({ length: INCREMENTS }, incrementBoth));
    expect([await read('left'), await read('right')]).toEqual([INCREMENTS, INCREMENTS]);
  });

  it('let exactly one of fifty claim a unique value', async () => {
    const claims = Array.from({ length: 50 }, (_, i) =>
      transact(engine.doc, [
        put(`claimant-${i}`),
        put('unique', { claimant: i }, { ConditionExpression: 'attribute_not_exists(pk)' }),
      ]),
    );
    const results = await Promise.allSettled(claims);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('shows queries and read transactions no half of a transaction', async () => {
    await transact(engine.doc, [put('x#1', { n: 0 }), put('x#2', { n: 0 })]);
    const state = { writing: true };
    const seen = { query: new Set<number>(), get: new Set<number>() };
    const write = async () => {
      const hasSeenFew = () => Math.min(seen.query.size, seen.get.size) <= 5;
      for (let n = 1; n <= rounds(40, 150) || hasSeenFew(); n += 1)
        await transact(engine.doc, [put('x#1', { n }), put('x#2', { n })]);
      state.writing = false;
    };
    const query = async () => {
      const { Items } = await engine.doc.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :x)',
          ExpressionAttributeValues: { ':pk': 'p', ':x': 'x#' },
        }),
      );
      return Items?.map(({ n }) => n as number);
    };
    const get = async () => {
      const { Responses } = await engine.doc.send(
        new TransactGetCommand({ TransactItems: [{ Get: key('x#1') }, { Get: key('x#2') }] }),
      );
      return Responses?.map(({ Item }) => Item?.n as number);
    };
    const watch = async (numbers: Set<number>, look: () => Promise<number[] | undefined>) => {
      while (state.writing) {
        const [one, two] = (await look()) ?? [];
        expect(one).toBe(two);
        numbers.add(one!);
      }
    };
    await Promise.all([write(), watch(seen.query, query), watch(seen.get, get)]);
  });

  it('leave no lock when many are refused at once', async () => {
    const refusals = Array.from({ length: 20 }, (_, i) =>
      refusal(
        transact(engine.doc, [
          put(`ghost-${i}`),
          { ConditionCheck: { ...key('none'), ConditionExpression: 'attribute_exists(pk)' } },
        ]),
      ),
    );
    await Promise.all(refusals);
    const found = await Promise.all(Array.from({ length: 20 }, (_, i) => read(`ghost-${i}`)));
    expect(new Set(found)).toEqual(new Set([undefined]));
  });
});
