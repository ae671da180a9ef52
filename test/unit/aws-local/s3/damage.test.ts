import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { flipBit } from '../../../support/files/damaged-file.ts';
import { until } from '../../../support/time/until.ts';
import { BUCKET, clientFor, folder, start } from './harness.ts';

const Body = 'The council votes on the bridge. '.repeat(100);

let errors: MockInstance<typeof console.error>;
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => errors.mockRestore());

function buildPath(dir: string, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex');
  return join(dir, BUCKET, hash.slice(0, 2), hash.slice(2));
}

async function startWithObjects() {
  const dir = await folder();
  const stack = await start({ dir });
  for (const Key of ['damaged', 'whole'])
    await stack.client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
  return { ...stack, file: buildPath(dir, 'damaged') };
}

/** Rewrites an object's file as versions without checksums wrote it. */
async function removeChecksums(file: string): Promise<void> {
  const bytes = await readFile(file);
  const start = bytes.lastIndexOf('{"key"');
  const { crc: _, ...object } = JSON.parse(bytes.toString('utf8', start, bytes.length - 8)) as {
    crc: number;
  };
  const json = Buffer.from(JSON.stringify(object));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  await writeFile(file, Buffer.concat([bytes.subarray(0, start), json, length]));
}

describe('a damaged object', () => {
  it.each([
    ['a bit of its data is changed', (file: string) => flipBit(file, 1000)],
    ['a bit of its description is changed', (file: string) => flipBit(file, -40)],
    ['a bit of its length is changed', (file: string) => flipBit(file, -1)],
    ['its file is cut', (file: string) => truncate(file, 2000)],
    ['its file is empty', (file: string) => truncate(file, 0)],
    [
      'a bit is changed and an earlier version wrote it',
      async (file: string) => {
        await removeChecksums(file);
        await flipBit(file, 1000);
      },
    ],
  ])('is answered with 500 and its file reported when %s', async (_what, damage) => {
    const { client, file } = await startWithObjects();
    await damage(file);
    for (const Range of [undefined, 'bytes=0-9']) {
      const reading = client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'damaged', Range }));
      await expect(reading).rejects.toMatchObject({
        name: 'DamagedObject',
        $metadata: { httpStatusCode: 500 },
      });
    }
    expect(errors.mock.calls.flat().join('\n')).toContain(file);
    const { Body: body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'whole' }));
    expect(await body?.transformToString()).toBe(Body);
  });

  it('is reported once when the SDK repeats a request for a damaged object', async () => {
    const { url, file } = await startWithObjects();
    await flipBit(file, 1000);
    const client = clientFor(url, { maxAttempts: 2 });
    for (const Key of ['damaged', 'damaged'])
      await expect(client.send(new GetObjectCommand({ Bucket: BUCKET, Key }))).rejects.toMatchObject({
        $metadata: { attempts: 2 },
      });
    expect(errors).toHaveBeenCalledTimes(2);
  });

  it('an object is in no list when its description is damaged', async () => {
    const { client, file } = await startWithObjects();
    await flipBit(file, -40);
    const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
    expect(Contents?.map(({ Key }) => Key)).toEqual(['whole']);
  });

  it('a new upload replaces a damaged object', async () => {
    const { client, file } = await startWithObjects();
    await truncate(file, 0);
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'damaged', Body: 'new' }));
    const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'damaged' }));
    expect(ContentLength).toBe(3);
  });
});

it('GetObject serves an object that a version without checksums wrote', async () => {
  const { client, file } = await startWithObjects();
  await removeChecksums(file);
  const { Body: body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'damaged' }));
  expect(await body?.transformToString()).toBe(Body);
});

describe('a damaged event of the bucket', () => {
  it.each([
    ['empty', ''],
    ['cut', '0badc0de\n{"Records":[{"event'],
    ['changed', '0badc0de\n{"Records":[]}'],
  ])(
    'is set aside when its file is %s, and stops neither the start nor other events',
    async (_what, content) => {
      const dir = await folder();
      await (await start({ dir })).server.close();
      await writeFile(join(dir, '.events', '000000000000abcdef.json'), content);
      const { client, events } = await start({ dir });
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'new', Body }));
      await until(() => expect(events).toHaveLength(1));
      expect(await readdir(join(dir, '.events'))).toContain('000000000000abcdef.json.damaged');
      expect(errors.mock.calls.flat().join('\n')).toContain('000000000000abcdef.json is damaged');
    },
  );
});
