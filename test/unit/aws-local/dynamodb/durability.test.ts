import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UpdateTimeToLiveCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLevel } from '../../../../infra/aws-local/dynamodb/level.ts';
import { withChecksums } from '../../../../infra/aws-local/dynamodb/storage/checksums.ts';
import { decodeJson, encodeJson } from '../../../../infra/aws-local/dynamodb/storage/codecs.ts';
import { connect, createTable, open, refusal, TableName, transact } from './harness.ts';
import { RUNS_ALL } from '../../../support/run/rounds.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'dynamodb-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function reopen<T>(use: (doc: DynamoDBDocumentClient) => Promise<T>): Promise<T> {
  const engine = await open(dir);
  try {
    return await use(engine.doc);
  } finally {
    await engine.close();
  }
}

async function scan(doc: DynamoDBDocumentClient) {
  const items: Record<string, unknown>[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await doc.send(new ScanCommand({ TableName, ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
}

describe('a reopened engine', () => {
  it('has its tables, items, settings and tokens', async () => {
    const token = { ClientRequestToken: 'token' };
    const increment = {
      Update: {
        TableName,
        Key: { pk: 'p', sk: 'n' },
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': 1 },
      },
    };
    await reopen(async doc => {
      await createTable(doc);
      await transact(doc, [increment], token);
      await doc.send(
        new UpdateTimeToLiveCommand({
          TableName,
          TimeToLiveSpecification: { AttributeName: 'expires', Enabled: true },
        }),
      );
    });
    await reopen(async doc => {
      await transact(doc, [increment], token);
      const { Item } = await doc.send(new GetCommand({ TableName, Key: { pk: 'p', sk: 'n' } }));
      expect(Item).toMatchObject({ n: 1 });
      const { TimeToLiveDescription } = await doc.send(new DescribeTimeToLiveCommand({ TableName }));
      expect(TimeToLiveDescription?.TimeToLiveStatus).toBe('ENABLED');
    });
  });

  it('finishes table changes that a kill interrupted', async () => {
    await reopen(createTable);
    const db = withChecksums(createLevel(dir));
    await db.open();
    const table = decodeJson(db.getSync(`table~${TableName}`)!) as object;
    const left = (TableStatus: string, name: string) =>
      encodeJson({ ...table, TableStatus, TableName: name });
    await db.write([
      { type: 'put', key: `table~${TableName}`, value: left('CREATING', TableName) },
      { type: 'put', key: 'table~gone', value: left('DELETING', 'gone') },
    ]);
    await db.close();
    await reopen(async doc => {
      expect(await scan(doc)).toEqual([]);
      const Item = { pk: 'p', sk: 'a' };
      await refusal(doc.send(new PutCommand({ TableName: 'gone', Item })));
      await doc.send(new PutCommand({ TableName, Item }));
    });
  });

  it('refuses a folder that another engine has open', async () => {
    await reopen(async () => {
      await expect(open(dir)).rejects.toThrow('cannot open the database');
    });
  });
});

const size = 9;

async function spawnEngine() {
  const script = fileURLToPath(new URL('child.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, doc: connect(url.toString()) };
}

/** Sends transactions, eight at a time, until the engine is killed; returns the numbers of those that succeeded. */
async function writeUntilKilled(doc: DynamoDBDocumentClient, child: ChildProcess, killAfter: number) {
  const answered: number[] = [];
  let next = 0;
  const write = async () => {
    for (;;) {
      const n = (next += 1);
      const puts = Array.from({ length: size }, (_, part) => ({
        Put: { TableName, Item: { pk: `part#${part}`, sk: String(n), n, body: 'x'.repeat(500) } },
      }));
      await transact(doc, puts);
      answered.push(n);
      if (answered.length === killAfter) child.kill('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 8 }, write));
  return answered;
}

describe('a killed engine', () => {
  it.each(RUNS_ALL ? [40, 173, 400] : [40])(
    'keeps all acknowledged transactions and no partial one when it is killed after %i answers',
    async killAfter => {
      const { child, doc } = await spawnEngine();
      await createTable(doc);
      const killed = once(child, 'exit');
      const answered = await writeUntilKilled(doc, child, killAfter);
      await killed;
      doc.destroy();
      expect(answered.length).toBeGreaterThanOrEqual(killAfter);
      const parts = new Map<unknown, number>();
      for (const { n } of await reopen(scan)) parts.set(n, (parts.get(n) ?? 0) + 1);
      expect(answered.filter(n => !parts.has(n))).toEqual([]);
      expect([...parts.values()].filter(count => count !== size)).toEqual([]);
    },
  );
});
