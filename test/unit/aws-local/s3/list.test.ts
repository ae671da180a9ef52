import { ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { listPage } from '../../../../infra/aws-local/s3/operations/list.ts';
import { BUCKET, folder, start } from './harness.ts';

const KEYS = ['a.txt', 'img/1/large.jpg', 'img/1/small.jpg', 'img/2/large.jpg', 'img/z.jpg', 'z.txt'];

async function filled(options: Parameters<typeof start>[0] = {}) {
  const started = await start(options);
  for (const Key of [...KEYS].reverse()) {
    await started.client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: Key }));
  }
  return started;
}

async function listed(client: S3Client, options: object) {
  const pages: string[][] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: BUCKET, ContinuationToken, ...options }),
    );
    const keys = (page.Contents ?? []).map(each => each.Key ?? '');
    const prefixes = (page.CommonPrefixes ?? []).map(each => each.Prefix ?? '');
    expect(page.KeyCount).toBe(keys.length + prefixes.length);
    expect(page.IsTruncated).toBe(page.NextContinuationToken !== undefined);
    pages.push([...keys, ...prefixes]);
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  return pages;
}

test('ListObjectsV2 returns keys in order, with size, ETag and time', async () => {
  const { client } = await filled();
  expect(await listed(client, {})).toEqual([KEYS]);
  const { Contents } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET, MaxKeys: 1 }));
  expect(Contents).toEqual([
    {
      Key: 'a.txt',
      Size: 5,
      ETag: expect.stringMatching(/^"[0-9a-f]{32}"$/) as string,
      LastModified: expect.any(Date) as Date,
      StorageClass: 'STANDARD',
    },
  ]);
});

test('ListObjectsV2 returns the objects of a reopened folder and new ones', async () => {
  const dir = await folder();
  const first = await filled({ dir });
  await first.server.close();
  const second = await start({ dir });
  expect(await listed(second.client, {})).toEqual([KEYS]);
  await second.client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'new', Body: '' }));
  expect(await listed(second.client, { Prefix: 'n' })).toEqual([['new']]);
});

test('ListObjectsV2 continues after the last key or common prefix of a page', async () => {
  const { client } = await filled();
  expect(await listed(client, { MaxKeys: 4 })).toEqual([KEYS.slice(0, 4), KEYS.slice(4)]);
  expect(await listed(client, { MaxKeys: 1, Delimiter: '/' })).toEqual([['a.txt'], ['img/'], ['z.txt']]);
  expect(await listed(client, { MaxKeys: 2, Delimiter: '/', Prefix: 'img/' })).toEqual([
    ['img/1/', 'img/2/'],
    ['img/z.jpg'],
  ]);
});

test('ListObjectsV2 filters by prefix', async () => {
  const { client } = await filled();
  expect(await listed(client, { Prefix: 'img/1' })).toEqual([KEYS.slice(1, 3)]);
  expect(await listed(client, { Prefix: 'none' })).toEqual([[]]);
  expect(await listed(client, { MaxKeys: 0 })).toEqual([[]]);
  expect(await listed(client, { MaxKeys: 5000 })).toEqual([KEYS]);
});

test.each([
  ['a negative page size', { MaxKeys: -1 }],
  ['an unknown token', { ContinuationToken: 'bm9uc2Vuc2U' }],
])('ListObjectsV2 refuses %s', async (_, options) => {
  const { client } = await start();
  const refused = client.send(new ListObjectsV2Command({ Bucket: BUCKET, ...options }));
  await expect(refused).rejects.toMatchObject({ name: 'InvalidArgument' });
});

test('listPage() orders keys by their UTF-8 bytes', () => {
  const summary = (key: string) => ({ key, size: 0, etag: '', modifiedMs: 0 });
  const keys = ['\u{1F600}', '\uFF5E', 'b', 'B', 'a/'];
  const page = listPage(keys.map(summary), { prefix: '', delimiter: '', after: '', maxKeys: 10 });
  expect(page.objects.map(each => each.key)).toEqual(['B', 'a/', 'b', '\uFF5E', '\u{1F600}']);
});
