import { PutObjectCommand } from '@aws-sdk/client-s3';
import { CreateScheduleCommand } from '@aws-sdk/client-scheduler';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { syncFolder, writeChecked } from '../../../infra/aws-local/checked-file.ts';
import { openEngine } from '../../../infra/aws-local/dynamodb/engine.ts';
import { startEngines } from '../../../infra/aws-local/engines.ts';
import { readSettings } from '../../../infra/local/settings.ts';
import { BUCKET, start as startS3 } from './s3/harness.ts';
import { scheduleInput, start as startScheduler } from './scheduler/harness.ts';

vi.mock('../../../infra/aws-local/checked-file.ts', { spy: true });

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'synced-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
  await rm(dir, { recursive: true, force: true });
});

/** Whether each small file, and the folders, were written to the disk. */
function readCalls(): { files: boolean[]; folders: string[] } {
  return {
    files: vi.mocked(writeChecked).mock.calls.map(([, , isSynced]) => isSynced),
    folders: vi.mocked(syncFolder).mock.calls.map(([folder]) => relative(dir, folder)),
  };
}

/** All file handles share their methods, but Node.js exports no class of them. */
async function spyOnHandles() {
  const handle = await open(dir);
  await handle.close();
  return vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
}

describe('PutObject', () => {
  it.each([
    [
      'waits for the disk with its folders and its event',
      true,
      { files: [true], folders: [BUCKET, `${BUCKET}/ca`] },
    ],
    ['does not wait for the disk by default', false, { files: [false], folders: [] }],
  ])('%s', async (_what, isSynced, expected) => {
    const { client } = await startS3({ dir, isSynced });
    vi.clearAllMocks();
    const sync = await spyOnHandles();
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'a', Body: 'hello' }));
    expect(sync).toHaveBeenCalledTimes(isSynced ? 1 : 0);
    expect(readCalls()).toEqual(expected);
  });
});

describe('a schedule', () => {
  it.each([
    ['waits for the disk with its folder', true],
    ['does not wait for the disk by default', false],
  ])('%s', async (_what, isSynced) => {
    const { client } = await startScheduler({ dir, isSynced });
    vi.clearAllMocks();
    await client.send(new CreateScheduleCommand(scheduleInput()));
    expect(readCalls()).toEqual({ files: [isSynced], folders: isSynced ? [''] : [] });
  });
});

describe('the number of the last commit', () => {
  it.each([
    ['waits for the disk', true],
    ['does not wait for the disk by default', false],
  ])('%s', async (_what, sync) => {
    const engine = await openEngine({ dir, sync });
    await engine.close();
    expect(readCalls().files).toEqual([sync, sync]);
  });
});

describe('the administrator’s key', () => {
  it('is synced to the disk with its folder before the service uses it', async () => {
    const { storeAdminKey } = await readSettings({ DATA_DIR: dir });
    storeAdminKey();
    expect(readCalls()).toEqual({ files: [true], folders: [] });
  });
});

describe('a data folder', () => {
  it.each([
    ['is on the disk with its engines’ folders and its own name', true],
    ['is left to the operating system by default', false],
  ])('%s', async (_what, syncWrites) => {
    const nothing = () => Promise.resolve();
    const options = {
      dir,
      syncWrites,
      invoke: () => undefined,
      consume: () => Promise.resolve({ batchItemFailures: [] }),
      onObjectCreated: nothing,
    };
    const engines = await startEngines(options);
    await Promise.all(engines.map(engine => engine.close()));
    const { folders } = readCalls();
    expect(folders.includes('')).toBe(syncWrites);
    expect(folders.includes(relative(dir, dirname(dir)))).toBe(syncWrites);
  });
});
