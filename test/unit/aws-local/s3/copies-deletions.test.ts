import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { BUCKET, start } from './harness.ts';

function put(client: S3Client, Key: string, Body: string | Uint8Array = 'data') {
  return client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
}

test('CopyObject copies an object with its metadata or with new metadata', async () => {
  const { client } = await start();
  await client.send(
    new PutObjectCommand({
      Bucket: BUCKET,
      Key: 'a',
      Body: 'x',
      ContentType: 'text/css',
      Metadata: { m: '1' },
    }),
  );
  const copy = (Key: string, changes: object) =>
    client.send(new CopyObjectCommand({ Bucket: BUCKET, Key, CopySource: `${BUCKET}/a`, ...changes }));
  const head = (Key: string) => client.send(new HeadObjectCommand({ Bucket: BUCKET, Key }));
  await copy('same', {});
  expect(await head('same')).toMatchObject({ ContentType: 'text/css', Metadata: { m: '1' } });
  await copy('new', { MetadataDirective: 'REPLACE', ContentType: 'text/html', Metadata: { n: '2' } });
  expect(await head('new')).toMatchObject({ ContentType: 'text/html', Metadata: { n: '2' } });
  await copy('a', { MetadataDirective: 'REPLACE', ContentType: 'text/plain' });
  expect(await head('a')).toMatchObject({ ContentType: 'text/plain', ContentLength: 1 });
  await expect(copy('a', {})).rejects.toMatchObject({ name: 'InvalidRequest' });
  await expect(copy('b', { CopySource: `${BUCKET}/none` })).rejects.toMatchObject({ name: 'NoSuchKey' });
  await expect(copy('b', { CopySource: 'nowhere/a' })).rejects.toMatchObject({ name: 'NoSuchBucket' });
  await expect(copy('b', { MetadataDirective: 'MERGE' })).rejects.toMatchObject({ name: 'InvalidArgument' });
  await expect(copy('b', { CopySourceIfNoneMatch: '"x"' })).rejects.toMatchObject({ name: 'NotImplemented' });
  await expect(copy('b', { CopySource: `${BUCKET}/a?versionId=1` })).rejects.toMatchObject({
    name: 'NotImplemented',
  });
});

test('CopyObject with CopySourceIfMatch copies an object only when its ETag matches', async () => {
  const { client } = await start();
  const put = (Body: string) => client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'a', Body }));
  const copy = (CopySourceIfMatch?: string) =>
    client.send(
      new CopyObjectCommand({ Bucket: BUCKET, Key: 'b', CopySource: `${BUCKET}/a`, CopySourceIfMatch }),
    );
  const { ETag } = await put('one');
  await copy(ETag);
  await put('another');
  await expect(copy(ETag)).rejects.toMatchObject({ name: 'PreconditionFailed' });
  expect(await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'b' }))).toMatchObject({ ETag });
});

test('DeleteObjects deletes objects, whether they exist or not', async () => {
  const { client } = await start();
  await put(client, 'a');
  await put(client, 'b');
  const Objects = [{ Key: 'a' }, { Key: 'b' }, { Key: 'none' }];
  const { Deleted } = await client.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }));
  expect(Deleted).toEqual(Objects);
  const quiet = await client.send(
    new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects, Quiet: true } }),
  );
  expect(quiet.Deleted).toBeUndefined();
  const { KeyCount } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
  expect(KeyCount).toBe(0);
});

test('DeleteObjects refuses more than 1000 objects at once, or none', async () => {
  const { client } = await start();
  const deletion = (count: number) =>
    client.send(
      new DeleteObjectsCommand({
        Bucket: BUCKET,
        Delete: { Objects: Array.from({ length: count }, (_, i) => ({ Key: String(i) })) },
      }),
    );
  expect((await deletion(1000)).Deleted).toHaveLength(1000);
  await expect(deletion(1001)).rejects.toMatchObject({ name: 'MalformedXML' });
  await expect(deletion(0)).rejects.toMatchObject({ name: 'MalformedXML' });
});

test('DeleteObjects refuses a request without a checksum', async () => {
  const { client } = await start();
  client.middlewareStack.add(
    next => args => {
      const { headers } = args.request as { headers: Record<string, string> };
      delete headers['x-amz-checksum-crc32'];
      return next(args);
    },
    { step: 'build', priority: 'low' },
  );
  const deletion = new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: [{ Key: 'a' }] } });
  await expect(client.send(deletion)).rejects.toMatchObject({ name: 'InvalidRequest' });
});
