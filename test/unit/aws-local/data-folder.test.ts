import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeDataFolder } from '../../../infra/aws-local/data-folder.ts';
import { startEngines } from '../../../infra/aws-local/engines.ts';
import { ensureTable } from '../../../infra/aws-local/table.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'data-'));
  chmodSync(dir, 0o755);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** The paths below a folder, and itself, that others may read or write. */
function open(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return ['.', ...names].filter(name => (statSync(join(folder, name)).mode & 0o077) !== 0);
}

describe('the data folder of the service on this machine', () => {
  it('makes all files of the engines readable by their user only', async () => {
    const engines = await startEngines({
      dir,
      invoke: () => undefined,
      consume: () => Promise.resolve({ batchItemFailures: [] }),
      onObjectCreated: () => Promise.resolve(),
    });
    await ensureTable('private');
    const files = new S3Client({ forcePathStyle: true });
    await files.send(new CreateBucketCommand({ Bucket: 'private' }));
    await files.send(new PutObjectCommand({ Bucket: 'private', Key: 'a', Body: 'text' }));
    const Target = {
      Arn: 'arn:aws:lambda:us-east-1:000000000000:function:f',
      RoleArn: 'arn:aws:iam::000000000000:role/r',
      Input: '{}',
    };
    await new SchedulerClient().send(
      new CreateScheduleCommand({
        Name: 'a',
        ScheduleExpression: 'at(2100-01-01T00:00:00)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        ActionAfterCompletion: 'DELETE',
        Target,
      }),
    );
    await Promise.all(engines.map(engine => engine.close()));
    expect(readdirSync(dir).sort()).toEqual(['dynamodb', 's3', 'scheduler']);
    expect(readdirSync(dir, { recursive: true }).length).toBeGreaterThan(9);
    expect(open(dir)).toEqual([]);
  });

  it('restricts what an earlier version left in the folder', () => {
    mkdirSync(join(dir, 's3/bucket'), { recursive: true, mode: 0o755 });
    writeFileSync(join(dir, 's3/bucket/object'), 'text', { mode: 0o644 });
    writeFileSync(join(dir, 'admin-key'), 'key', { mode: 0o644 });
    for (const [name, mode] of [
      ['s3', 0o755],
      ['s3/bucket', 0o755],
      ['s3/bucket/object', 0o644],
      ['admin-key', 0o644],
    ] as const)
      chmodSync(join(dir, name), mode);
    makeDataFolder(dir);
    expect(open(dir)).toEqual([]);
  });

  it('keeps the modes of files that are not its own, and of what a link leads to', () => {
    writeFileSync(join(dir, 'other'), 'text');
    chmodSync(join(dir, 'other'), 0o644);
    symlinkSync(join(dir, 'other'), join(dir, 'admin-key'));
    makeDataFolder(dir);
    expect(open(dir)).toEqual(expect.arrayContaining(['.', 'other']));
  });
});
