import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchWriteCommand, GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkDatabase, repairDatabase } from '../../../../infra/aws-local/dynamodb/repair.ts';
import { createLevel } from '../../../../infra/aws-local/dynamodb/level.ts';
import { damageFile, flipBit } from '../../../support/files/damaged-file.ts';
import { randomFrom } from '../../../support/values/random.ts';
import { rounds } from '../../../support/run/rounds.ts';
import { createTable, open, TableName } from './harness.ts';

/** More than the write buffer, so that there are table files, and a log behind them. */
const ITEM_COUNT = 300;
const BATCH_SIZE = 25;
const PADDING = 'Council votes on the bridge. '.repeat(1200);

let root: string;
let killed: string;
let dir: string;
let errors: string[];

const cutLastByte = async (file: string): Promise<void> => truncate(file, (await readFile(file)).length - 1);

function itemAt(n: number): { pk: string; sk: string; text: string } {
  return { pk: 'p', sk: String(n).padStart(5, '0'), text: `${n} ${PADDING}${n}` };
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'damage-'));
  killed = join(root, 'killed');
  const { doc, close } = await open(join(root, 'open'));
  await createTable(doc);
  for (let start = 0; start < ITEM_COUNT; start += BATCH_SIZE) {
    const items = Array.from({ length: BATCH_SIZE }, (_, index) => itemAt(start + index));
    const requests = items.map(Item => ({ PutRequest: { Item } }));
    await doc.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
  }
  // The file with the number of the last commit lags behind.
  const noted = join(root, 'open', 'commits');
  await vi.waitFor(
    async () =>
      expect(Number(/"commit":(\d+)/.exec(await readFile(noted, 'utf8'))?.[1])).toBeGreaterThan(
        ITEM_COUNT / BATCH_SIZE,
      ),
    { timeout: 60_000, interval: 50 },
  );
  // What a kill leaves: the files as they are while the engine is open.
  await cp(join(root, 'open'), killed, { recursive: true });
  await close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

beforeEach(async () => {
  dir = join(root, 'damaged');
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((message: unknown) => void errors.push(String(message)));
  await cp(killed, dir, { recursive: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await removeFolder();
});

/** The folder and those that a repair keeps. */
async function removeFolder(): Promise<void> {
  for (const name of await readdir(root))
    if (name.startsWith('damaged')) await rm(join(root, name), { recursive: true, force: true });
}

async function findFile(pattern: RegExp): Promise<string> {
  const name = (await readdir(dir)).find(each => pattern.test(each));
  return join(dir, name ?? '');
}

/** The items that the engine finds, or the message with which it refuses the folder. */
async function readAll(): Promise<{ found: unknown[] } | { refusal: string }> {
  const opened = await open(dir).catch((error: unknown) => String(error));
  if (typeof opened === 'string') return { refusal: opened };
  const { doc, close } = opened;
  try {
    const found: unknown[] = [];
    for (
      let ExclusiveStartKey: Record<string, unknown> | undefined, isFirst = true;
      isFirst || ExclusiveStartKey;
    ) {
      const page = await doc.send(new ScanCommand({ TableName, ExclusiveStartKey }));
      found.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
      isFirst = false;
    }
    return { found };
  } finally {
    await close();
  }
}

describe('an engine on a folder that a kill left', () => {
  it('finds every item', async () => {
    const items = Array.from({ length: ITEM_COUNT }, (_, n) => itemAt(n));
    expect(await readAll()).toEqual({ found: items });
    expect(errors).toEqual([]);
  });
});

describe('an engine on a damaged folder', () => {
  it.each([
    ['a bit of a table file is changed', /\.ldb$/, (file: string) => flipBit(file, 70_000)],
    ['a table file is cut', /\.ldb$/, (file: string) => truncate(file, 70_000)],
    ['a table file is missing', /\.ldb$/, (file: string) => rm(file)],
    ['a bit in the middle of the log is changed', /\.log$/, (file: string) => flipBit(file, 9_000)],
    ['the log is missing', /\.log$/, (file: string) => rm(file)],
    ['a bit of the manifest is changed', /^MANIFEST/, (file: string) => flipBit(file, 20)],
    ['the manifest is missing', /^MANIFEST/, (file: string) => rm(file)],
    ['CURRENT is empty', /^CURRENT/, (file: string) => truncate(file, 0)],
    ['CURRENT lacks its last byte', /^CURRENT/, cutLastByte],
  ])('refuses to start and names file and remedy when %s', async (_what, pattern, damage) => {
    await damage(await findFile(pattern));
    const message =
      /^Error: DATA_DIR: \/.*(\.ldb|\.log|MANIFEST|CURRENT).* Restore a backup, or run npm run verify/;
    expect(await readAll()).toEqual({ refusal: expect.stringMatching(message) });
  });

  it('refuses to start when CURRENT is missing, instead of starting empty', async () => {
    await rm(join(dir, 'CURRENT'));
    expect(await readAll()).toEqual({ refusal: expect.stringContaining('CURRENT is missing') });
  });

  it('names the missing commits when the log is cut between two records', async () => {
    await rm(dir, { recursive: true });
    // A stop has noted the last commit.
    await cp(join(root, 'open'), dir, { recursive: true });
    await truncate(await findFile(/\.log$/), 0);
    const result = await readAll();
    expect(result).toHaveProperty('found');
    expect(errors.join('\n')).toMatch(/lacks its last \d+ commits/);
  });

  it('never serves a wrong item or loses one silently, with any bit changed, cut or file removed', async () => {
    const random = randomFrom(1);
    const below = (count: number): number => Math.floor(random() * count);
    const names = (await readdir(killed)).filter(name => name !== 'LOCK' && !name.startsWith('LOG'));
    const expected = new Map(Array.from({ length: ITEM_COUNT }, (_, n) => [itemAt(n).sk, itemAt(n)]));
    for (let round = 0; round < rounds(5, 100); round++) {
      await damageFile(join(dir, names[below(names.length)]!), random);
      errors = [];
      const result = await readAll();
      if ('refusal' in result) expect(result.refusal).toMatch(/DATA_DIR: .*(Restore a backup|verify)/s);
      else {
        for (const item of result.found) expect(item).toEqual(expected.get((item as { sk: string }).sk));
        if (result.found.length < ITEM_COUNT) expect(errors.join('\n')).toMatch(/lacks its last|is dropped/);
      }
      await rm(dir, { recursive: true, force: true });
      await cp(killed, dir, { recursive: true });
    }
  });
});

describe('repairDatabase()', () => {
  const expected = new Map(Array.from({ length: ITEM_COUNT }, (_, n) => [itemAt(n).sk, itemAt(n)]));

  /** @returns the items after a repair, each of which is as it was written */
  async function readRepaired(): Promise<unknown[]> {
    // As the command does, because damage may have taken the table's description.
    const { doc, close } = await open(dir);
    await createTable(doc).catch((error: unknown) =>
      expect(error).toMatchObject({ name: 'ResourceInUseException' }),
    );
    await close();
    const result = await readAll();
    if ('refusal' in result) throw new Error(result.refusal);
    for (const item of result.found) expect(item).toEqual(expected.get((item as { sk: string }).sk));
    return result.found;
  }

  it('does nothing to a sound folder', async () => {
    expect(await repairDatabase(dir)).toEqual([]);
    expect(await readRepaired()).toHaveLength(ITEM_COUNT);
  });

  it.each([
    ['CURRENT is missing', /^CURRENT/, (file: string) => rm(file)],
    ['CURRENT lacks its last byte', /^CURRENT/, cutLastByte],
    ['the manifest is missing', /^MANIFEST/, (file: string) => rm(file)],
    ['a bit of the manifest is changed', /^MANIFEST/, (file: string) => flipBit(file, 20)],
  ])('restores every item when %s', async (_what, pattern, damage) => {
    await damage(await findFile(pattern));
    expect((await repairDatabase(dir)).join('\n')).toMatch(
      /(CURRENT|MANIFEST).*the damaged files are kept as /,
    );
    expect(await readRepaired()).toHaveLength(ITEM_COUNT);
  });

  it('loses only damaged blocks of a table file', async () => {
    await flipBit(await findFile(/\.ldb$/), 70_000);
    await repairDatabase(dir);
    const { length } = await readRepaired();
    expect(length).toBeLessThan(ITEM_COUNT);
    expect(length).toBeGreaterThan(ITEM_COUNT / 2);
  });

  it('lets the engine start with whole items only when any file is changed, cut or removed; a second run finds nothing', async () => {
    const random = randomFrom(2);
    const below = (count: number): number => Math.floor(random() * count);
    const names = (await readdir(killed)).filter(name => name !== 'LOCK' && !name.startsWith('LOG'));
    for (let round = 0; round < rounds(4, 100); round++) {
      await damageFile(join(dir, names[below(names.length)]!), random);
      const before = await checkDatabase(dir);
      const done = await repairDatabase(dir);
      if (before.length > 0) expect(done).not.toEqual([]);
      expect(await checkDatabase(dir)).toEqual([]);
      expect(await repairDatabase(dir)).toEqual([]);
      await readRepaired();
      await removeFolder();
      await cp(killed, dir, { recursive: true });
    }
  });

  it('removes a damaged value and names its key', async () => {
    const db = createLevel(dir);
    await db.open();
    await db.write([{ type: 'put', key: '!posts\0p\x0000003\0', value: Buffer.from('damaged value') }]);
    await db.close();
    expect(await checkDatabase(dir)).toEqual([expect.stringContaining('p/00003')]);
    expect(await repairDatabase(dir)).toEqual([expect.stringContaining('p/00003')]);
    expect(await repairDatabase(dir)).toEqual([]);
    expect(await readRepaired()).toHaveLength(ITEM_COUNT - 1);
  });

  it('finishes an interrupted repair in the next run, and the engine refuses to start before', async () => {
    await flipBit(await findFile(/\.ldb$/), 70_000);
    await mkdir(`${dir}.repaired`);
    expect(await readAll()).toEqual({ refusal: expect.stringContaining('repair of') });
    await repairDatabase(dir);
    await rename(dir, `${dir}.repaired`);
    expect(await readAll()).toEqual({ refusal: expect.stringContaining('repair of') });
    expect(await repairDatabase(dir)).toEqual(['An interrupted repair was finished.']);
    expect((await readRepaired()).length).toBeGreaterThan(0);
  });
});

describe('a value that changes while the engine runs', () => {
  it('fails only its own read, with an error that names its key', async () => {
    const db = createLevel(dir);
    await db.open();
    const iterator = db.iterator({ gte: '!' });
    const [[key, value] = ['', Buffer.alloc(1)]] = await iterator.nextv(1);
    await iterator.close();
    value.writeUInt8(value.readUInt8(9) ^ 1, 9);
    await db.write([{ type: 'put', key, value }]);
    await db.close();
    const { doc, close } = await open(dir);
    const read = (n: number) => doc.send(new GetCommand({ TableName, Key: { pk: 'p', sk: itemAt(n).sk } }));
    await expect(read(0)).rejects.toMatchObject({ name: 'InternalFailure' });
    expect((await read(1)).Item).toEqual(itemAt(1));
    expect(errors.join('\n')).toContain('p/00000');
    await close();
  });
});
