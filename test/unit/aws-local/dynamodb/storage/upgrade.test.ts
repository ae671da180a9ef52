import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BatchWriteCommand,
  GetCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  database,
  type Item,
  type Level,
  type Table,
} from '../../../../../infra/aws-local/dynamodb/dynalite/dynalite.ts';
import { createLevel } from '../../../../../infra/aws-local/dynamodb/level.ts';
import { unseal } from '../../../../../infra/aws-local/dynamodb/storage/checksums.ts';
import { decodeJson, encodeJson } from '../../../../../infra/aws-local/dynamodb/storage/codecs.ts';
import { upgradeStorage } from '../../../../../infra/aws-local/dynamodb/storage/upgrade.ts';
import { createTable, open, TableName } from '../harness.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'dynamodb-'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const engine = await open(dir);
  await createTable(engine.doc);
  await engine.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(dir, { recursive: true, force: true });
});

/** More than a batch of the conversion. */
const COUNT = 2500;
const makeSortKey = (n: number): string => `é#${String(n).padStart(5, '0')}`;

async function useDatabase<T>(use: (db: Level) => Promise<T>): Promise<T> {
  const db = createLevel(dir);
  await db.open();
  try {
    return await use(db);
  } finally {
    await db.close();
  }
}

async function removeChecksums(db: Level): Promise<void> {
  const iterator = db.iterator({});
  for (let page = await iterator.nextv(COUNT); page.length > 0; page = await iterator.nextv(COUNT)) {
    const sealed = page.filter(([key]) => key !== 'format');
    await db.write(sealed.map(([key, value]) => ({ type: 'put', key, value: unseal(key, value) })));
  }
  await iterator.close();
}

/** Gives the folder the data of version 1: dynalite's keys, JSON texts, no version. */
async function writeOldData(db: Level): Promise<void> {
  await removeChecksums(db);
  const table = decodeJson(db.getSync(`table~${TableName}`)!) as Table;
  const puts = Array.from({ length: COUNT }, (_, n) => {
    const item: Item = { pk: { S: 'p' }, sk: { S: makeSortKey(n) }, ...(n < 3 && { author: { S: 'Ann' } }) };
    const key = database.createKey(item, table);
    const value = encodeJson(item);
    const puts = [{ type: 'put' as const, key: `item-${TableName}~fedcba${key}`, value }];
    const entry = `index-global~${TableName}~by-author~abcdef/416e6e/${Buffer.from(makeSortKey(n)).toString('hex')}/012345`;
    if (n < 3) puts.push({ type: 'put', key: entry, value });
    return puts;
  });
  await db.write([...puts.flat(), { type: 'del', key: 'format' }]);
}

async function expectAll(): Promise<void> {
  const { doc, close } = await open(dir);
  try {
    const { Items = [] } = await doc.send(new ScanCommand({ TableName }));
    expect(Items.map(({ sk }) => sk as string)).toEqual(
      Array.from({ length: COUNT }, (_, n) => makeSortKey(n)),
    );
    const Key = { pk: 'p', sk: makeSortKey(1) };
    expect((await doc.send(new GetCommand({ TableName, Key }))).Item).toEqual({ ...Key, author: 'Ann' });
    const update = { UpdateExpression: 'SET author = :bob', ExpressionAttributeValues: { ':bob': 'Bob' } };
    await doc.send(new UpdateCommand({ TableName, Key, ...update }));
    const { Count } = await doc.send(
      new QueryCommand({
        TableName,
        IndexName: 'by-author',
        KeyConditionExpression: 'author = :ann',
        ExpressionAttributeValues: { ':ann': 'Ann' },
      }),
    );
    expect(Count).toBeGreaterThanOrEqual(2);
  } finally {
    await close();
  }
}

describe('data in format 1', () => {
  it('is read and changed after the conversion of all its items', async () => {
    await useDatabase(writeOldData);
    await expectAll();
    const iterator = (db: Level) => db.iterator({ gte: 'i', lt: 'j' }).nextv(1);
    expect(await useDatabase(iterator)).toEqual([]);
  });

  it('is converted completely when an earlier conversion was interrupted', async () => {
    await useDatabase(async db => {
      await writeOldData(db);
      const write = db.write.bind(db);
      const stopping = vi.spyOn(db, 'write').mockImplementationOnce(write);
      stopping.mockRejectedValueOnce(new Error('killed'));
      stopping.mockRejectedValueOnce(new Error('killed'));
      await expect(upgradeStorage(db)).rejects.toThrow('killed');
    });
    await expectAll();
  });

  it('is not searched again after it is converted', async () => {
    await useDatabase(async db => {
      const iterator = vi.spyOn(db, 'iterator');
      await upgradeStorage(db);
      expect(iterator).not.toHaveBeenCalled();
    });
  });
});

describe('data in format 2', () => {
  /** Writes items as version 2 did: without checksums. */
  const writeVersion2 = async (): Promise<void> => {
    const { doc, close } = await open(dir);
    for (let n = 0; n < COUNT; n += 25) {
      const page = Array.from({ length: 25 }, (_, index) => n + index);
      const requests = page.map(each => ({
        PutRequest: { Item: { pk: 'p', sk: makeSortKey(each), ...(each < 3 && { author: 'Ann' }) } },
      }));
      await doc.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
    }
    await close();
    await useDatabase(async db => {
      await removeChecksums(db);
      await db.write([{ type: 'put', key: 'format', value: Buffer.from('2') }]);
    });
  };

  it('gets checksums when it is opened', async () => {
    await writeVersion2();
    await expectAll();
  });

  it('gets each checksum once when the conversion was interrupted', async () => {
    await writeVersion2();
    await useDatabase(async db => {
      const write = db.write.bind(db);
      const stopping = vi.spyOn(db, 'write').mockImplementationOnce(write);
      stopping.mockRejectedValueOnce(new Error('killed'));
      await expect(upgradeStorage(db)).rejects.toThrow('killed');
    });
    await expectAll();
  });
});

describe('data in a later format', () => {
  it('is refused when the database is opened', async () => {
    await useDatabase(db => db.write([{ type: 'put', key: 'format', value: Buffer.from('4') }]));
    await expect(open(dir)).rejects.toThrow('later version');
  });
});
