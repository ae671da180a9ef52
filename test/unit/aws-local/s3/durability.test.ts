import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BUCKET, clientFor, folder, start } from './harness.ts';

test('S3’s stand-in keeps every acknowledged object, and only whole ones, after kill -9', async () => {
  const dir = await folder();
  await (await start({ dir })).server.close();
  const child = fork(join(import.meta.dirname, 'child.ts'), [dir], { execArgv: ['--import', 'tsx'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [url] = (await once(child, 'message')) as [string];
  const client = clientFor(url);
  const acknowledged = new Map<string, number>();
  const write = async (writer: number) => {
    for (let i = 0; ; i += 1) {
      const Key = `${writer}/${i % 10}`;
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: `${i} `.repeat(50_000) }));
      acknowledged.set(Key, i);
      // Each of its keys has been replaced by then.
      if (i === 16) child.kill('SIGKILL');
    }
  };
  await Promise.allSettled([write(1), write(2), write(3)]);
  const restarted = await start({ dir });
  const { Contents = [] } = await restarted.client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
  expect(Contents.map(each => each.Key)).toEqual(expect.arrayContaining([...acknowledged.keys()]));
  for (const { Key = '' } of Contents) {
    const { Body } = await restarted.client.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
    const words = new Set((await Body?.transformToString())?.trimEnd().split(' '));
    expect(words.size).toBe(1);
    expect(Number([...words][0])).toBeGreaterThanOrEqual(acknowledged.get(Key) ?? 0);
  }
  expect(await readdir(join(dir, '.drafts'))).toHaveLength(0);
});
