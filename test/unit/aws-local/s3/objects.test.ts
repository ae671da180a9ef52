import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { BUCKET, folder, start } from './harness.ts';

function put(client: S3Client, Key: string, Body: string | Uint8Array = 'data') {
  return client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
}

async function read(client: S3Client, Key: string) {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
  return Body?.transformToString();
}

test('GetObject and HeadObject return a stored object with its headers and metadata', async () => {
  const began = Date.now();
  const { client } = await start();
  const stored = {
    ContentType: 'image/jpeg',
    ContentDisposition: 'attachment; filename="a.jpg"',
    CacheControl: 'max-age=60',
    ContentLanguage: 'de',
    ContentEncoding: 'identity',
    Metadata: { upload: '42' },
  };
  const { ETag } = await client.send(
    new PutObjectCommand({ Bucket: BUCKET, Key: 'a.jpg', Body: 'picture', ...stored }),
  );
  expect(ETag).toBe(`"${createHash('md5').update('picture').digest('hex')}"`);
  const got = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'a.jpg' }));
  expect(await got.Body?.transformToString()).toBe('picture');
  expect(got).toMatchObject({ ...stored, ETag, ContentLength: 7 });
  const head = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'a.jpg' }));
  expect(head).toMatchObject({ ...stored, ETag, ContentLength: 7 });
  const modifiedMs = Number(head.LastModified);
  // The header has whole seconds.
  expect(modifiedMs).toBeGreaterThan(began - 1000);
  expect(modifiedMs).toBeLessThanOrEqual(Date.now());
});

test('PutObject stores an empty object, and GetObject serves it', async () => {
  const { client } = await start();
  await put(client, 'empty', '');
  expect(await read(client, 'empty')).toBe('');
  expect((await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'empty' }))).ContentLength).toBe(0);
});

test('PutObject replaces an object as a whole', async () => {
  const { client } = await start();
  await client.send(
    new PutObjectCommand({ Bucket: BUCKET, Key: 'a', Body: 'a long first one', Metadata: { old: '1' } }),
  );
  await put(client, 'a', 'new');
  expect(await read(client, 'a')).toBe('new');
  const { Metadata } = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'a' }));
  expect(Metadata).toEqual({});
});

test.each([
  '../../../../etc/passwd',
  'a/../b',
  './a',
  '.',
  '..',
  'ümläut/日本語/🙂.png',
  "sp ace+plus&amp;'(quote)*!.txt",
  'per%20cent%2F',
  'trailing/',
  'question?mark#hash',
  '<xml>&"',
  'x'.repeat(1024),
])('PutObject keeps an object under the key %s apart from others', async key => {
  const { client } = await start({ dir: await folder() });
  await put(client, key, `of ${key}`);
  await put(client, 'other', 'other');
  expect(await read(client, key)).toBe(`of ${key}`);
  const listed = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
  expect(listed.Contents?.map(each => each.Key)).toContain(key);
  await client.send(
    new CopyObjectCommand({
      Bucket: BUCKET,
      Key: 'copy',
      CopySource: `${BUCKET}/${encodeURIComponent(key)}`,
    }),
  );
  expect(await read(client, 'copy')).toBe(`of ${key}`);
  await client.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: [{ Key: key }] } }));
  await expect(read(client, key)).rejects.toMatchObject({ name: 'NoSuchKey' });
  expect(await read(client, 'other')).toBe('other');
});

test('PutObject refuses a key of more than 1024 bytes', async () => {
  const { client } = await start();
  await expect(put(client, 'ü'.repeat(513))).rejects.toMatchObject({ name: 'KeyTooLongError' });
});

test('GetObject serves ranges of an object', async () => {
  const { client } = await start();
  await put(client, 'a', '0123456789');
  const part = async (Range: string) => {
    const got = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'a', Range }));
    return [got.$metadata.httpStatusCode, await got.Body?.transformToString(), got.ContentRange];
  };
  expect(await part('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10']);
  expect(await part('bytes=7-')).toEqual([206, '789', 'bytes 7-9/10']);
  expect(await part('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10']);
  await expect(part('bytes=10-')).rejects.toMatchObject({ name: 'InvalidRange' });
});

test('GetObject returns 304 when If-None-Match names the object', async () => {
  const { client } = await start();
  const { ETag } = await put(client, 'a');
  const get = (condition: object) =>
    client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'a', ...condition }));
  await expect(get({ IfNoneMatch: ETag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
  expect((await get({ IfNoneMatch: '"other"' })).$metadata.httpStatusCode).toBe(200);
});

test('PutObject with If-None-Match: * creates an object only when there is none', async () => {
  const { client } = await start();
  const create = () =>
    client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'a', Body: 'x', IfNoneMatch: '*' }));
  const outcomes = await Promise.allSettled([create(), create(), create()]);
  expect(outcomes.filter(each => each.status === 'fulfilled')).toHaveLength(1);
  await expect(create()).rejects.toMatchObject({ name: 'PreconditionFailed' });
});

test('GetObject distinguishes a missing object from a missing bucket', async () => {
  const { client } = await start();
  const get = (Bucket: string) => client.send(new GetObjectCommand({ Bucket, Key: 'none' }));
  await expect(get(BUCKET)).rejects.toMatchObject({ name: 'NoSuchKey', $metadata: { httpStatusCode: 404 } });
  await expect(get('nowhere')).rejects.toMatchObject({ name: 'NoSuchBucket' });
  await expect(client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'none' }))).rejects.toMatchObject({
    name: 'NotFound',
  });
  const address = { Bucket: 'nowhere', Key: 'a' };
  const refused = [
    client.send(new PutObjectCommand({ ...address, Body: 'x' })),
    client.send(new DeleteObjectsCommand({ Bucket: 'nowhere', Delete: { Objects: [{ Key: 'a' }] } })),
    client.send(new ListObjectsV2Command(address)),
  ];
  for (const outcome of await Promise.allSettled(refused)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'NoSuchBucket' } });
  }
});

test('CreateBucket creates a bucket once, and only with a valid name', async () => {
  const { client } = await start();
  const create = (Bucket: string) => client.send(new CreateBucketCommand({ Bucket }));
  await expect(create(BUCKET)).rejects.toMatchObject({ name: 'BucketAlreadyOwnedByYou' });
  for (const name of ['Capital', 'ab', '.events', 'a..b', 'under_score', 'x'.repeat(64)]) {
    await expect(create(name)).rejects.toMatchObject({ name: 'InvalidBucketName' });
  }
});

test.each([
  ['metadata over 2 KB', { Metadata: { big: 'x'.repeat(2046) } }, 'MetadataTooLarge'],
  ['a condition on the object it replaces', { IfMatch: '"x"' }, 'NotImplemented'],
])('PutObject refuses an upload with %s', async (_, changes, name) => {
  const { client } = await start();
  const refused = client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'a', Body: 'x', ...changes }));
  await expect(refused).rejects.toMatchObject({ name });
  await expect(read(client, 'a')).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test.each([
  ['GET', '/?x-id=ListBuckets', 'NotImplemented'],
  ['GET', `/${BUCKET}?acl`, 'NotImplemented'],
  ['GET', `/${BUCKET}`, 'NotImplemented'],
  ['POST', `/${BUCKET}/key?uploads`, 'NotImplemented'],
  ['PUT', `/${BUCKET}/key?tagging`, 'NotImplemented'],
  ['POST', `/${BUCKET}/key`, 'MethodNotAllowed'],
  ['PATCH', `/${BUCKET}/key`, 'MethodNotAllowed'],
  ['GET', `/${BUCKET}/%ff`, 'InvalidURI'],
])('S3’s stand-in refuses the unsupported request %s %s with %s', async (method, target, name) => {
  const { client } = await start();
  client.middlewareStack.add(
    next => args => {
      const request = args.request as { method: string; path: string; query: Record<string, null | string> };
      const [path = '', query] = target.split('?');
      Object.assign(request, {
        method,
        path,
        query: query === undefined ? {} : { [query.split('=')[0]!]: '' },
      });
      return next(args);
    },
    { step: 'build', priority: 'low' },
  );
  await expect(client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'a' }))).rejects.toMatchObject({
    name,
  });
});

test('GetObject completes a download while the object is replaced or deleted', async () => {
  const { client } = await start();
  const old = Buffer.alloc(5_000_000, 'o');
  await put(client, 'a', old);
  const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'a' }));
  await put(client, 'a', 'new');
  await client.send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: [{ Key: 'a' }] } }));
  expect(old.equals((await Body?.transformToByteArray()) ?? new Uint8Array())).toBe(true);
});

test('GetObject sends checksums that the SDK verifies with whole objects', async () => {
  const { client } = await start();
  await put(client, 'a', 'data');
  const got = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'a' }));
  expect(Buffer.from(got.ChecksumCRC32 ?? '', 'base64').readUInt32BE()).toBe(crc32('data'));
  expect(await got.Body?.transformToString()).toBe('data');
});

test.each([
  ['is cut off', '<Delete><Object><Key>a</Key>'],
  ['is not XML', 'delete a'],
  ['names no key', '<Delete><Object><Key></Key></Object></Delete>'],
])('DeleteObjects refuses a request whose list %s', async (_, xml) => {
  const { client } = await start();
  await put(client, 'a');
  client.middlewareStack.add(
    next => args => {
      Object.assign(args.request as object, { body: xml });
      return next(args);
    },
    { step: 'serialize', priority: 'low' },
  );
  const deletion = new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: [{ Key: 'a' }] } });
  await expect(client.send(deletion)).rejects.toMatchObject({ name: 'MalformedXML' });
});
