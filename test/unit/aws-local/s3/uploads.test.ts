import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { BUCKET, clientFor, codeIn, folder, start, tamper } from './harness.ts';
import { until } from '../../../support/time/until.ts';

function put(client: S3Client, changes: object = {}) {
  return client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'a', Body: 'hello', ...changes }));
}

async function stored(client: S3Client) {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'a' }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

function makeStream(bytes: Buffer, size: number) {
  return Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    ),
  );
}

test.each([1, 7, 1000, 65_536, 1_000_000])(
  'PutObject removes the chunk framing of a stream in pieces of %i bytes',
  async size => {
    const { client } = await start();
    const bytes = randomBytes(Math.min(size * 500, 3_000_000));
    await put(client, {
      Body: makeStream(bytes, size),
      ContentLength: bytes.length,
      ContentEncoding: 'gzip',
    });
    const got = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'a' }));
    expect(bytes.equals((await got.Body?.transformToByteArray()) ?? new Uint8Array())).toBe(true);
    expect(got.ContentEncoding).toBe('gzip');
  },
);

test('PutObject stores an empty stream', async () => {
  const { client } = await start();
  await put(client, { Body: Readable.from([]), ContentLength: 0 });
  expect(await stored(client)).toHaveLength(0);
});

test.each(['CRC32', 'CRC32C', 'SHA1', 'SHA256'] as const)(
  'PutObject accepts %s of a body and of a stream, which GetObject returns',
  async ChecksumAlgorithm => {
    const { client } = await start();
    const whole = await put(client, { ChecksumAlgorithm });
    const streamed = await put(client, {
      ChecksumAlgorithm,
      Body: Readable.from([Buffer.from('hel'), Buffer.from('lo')]),
      ContentLength: 5,
    });
    const name = `Checksum${ChecksumAlgorithm}` as const;
    expect(whole[name]).toMatch(/=$/);
    expect(streamed[name]).toBe(whole[name]);
    const got = await client.send(
      new GetObjectCommand({ Bucket: BUCKET, Key: 'a', ChecksumMode: 'ENABLED' }),
    );
    expect(got[name]).toBe(whole[name]);
  },
);

function md5(text: string) {
  return createHash('md5').update(text).digest('base64');
}

test.each([
  ['a wrong CRC32', { ChecksumCRC32: 'AAAAAA==' }, 'BadDigest'],
  ['a wrong CRC32C', { ChecksumCRC32C: 'AAAAAA==' }, 'BadDigest'],
  ['a wrong SHA1', { ChecksumSHA1: createHash('sha1').digest('base64') }, 'BadDigest'],
  ['a wrong SHA256', { ChecksumSHA256: createHash('sha256').digest('base64') }, 'BadDigest'],
  ['a checksum of the wrong length', { ChecksumCRC32: 'AAAA' }, 'InvalidRequest'],
  ['an unknown checksum', { ChecksumCRC64NVME: 'AAAAAAAAAAA=' }, 'InvalidRequest'],
  ['two checksums', { ChecksumCRC32: 'NhCmhg==', ChecksumCRC32C: 'mnG7TA==' }, 'InvalidRequest'],
  ['a wrong Content-MD5', { ContentMD5: md5('other') }, 'BadDigest'],
  ['an invalid Content-MD5', { ContentMD5: 'aGVsbG8=' }, 'InvalidDigest'],
])('PutObject refuses an upload with %s and keeps the previous object', async (_, changes, name) => {
  const { client } = await start();
  await put(client, { Body: 'before' });
  await expect(put(client, changes)).rejects.toMatchObject({ name, $metadata: { httpStatusCode: 400 } });
  expect((await stored(client)).toString()).toBe('before');
});

test('PutObject accepts a correct Content-MD5', async () => {
  const { client } = await start();
  await put(client, { ContentMD5: md5('hello') });
});

test('PutObject refuses a body that differs from the signed one', async () => {
  const { client, url } = await start();
  const plain = clientFor(url, { requestChecksumCalculation: 'WHEN_REQUIRED' });
  tamper(plain, sent => (sent.body = 'HELLO'));
  await expect(put(plain)).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
  await expect(stored(client)).rejects.toMatchObject({ name: 'NoSuchKey' });
});

function framed(text: string) {
  return { Body: Readable.from([Buffer.from(text)]), ContentLength: text.length };
}

test.each([
  [
    'a trailer with another checksum',
    '5\r\nhello\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n',
    'BadDigest',
  ],
  ['no trailer although it is announced', '5\r\nhello\r\n0\r\n\r\n', 'InvalidRequest'],
  ['fewer bytes than announced', '4\r\nhell\r\n0\r\nx-amz-checksum-crc32:bvc3Fw==\r\n\r\n', 'IncompleteBody'],
  ['an end in the middle of a chunk', '5\r\nhel', 'IncompleteBody'],
  ['no last chunk', '5\r\nhello\r\n', 'IncompleteBody'],
  ['a size that is no number', 'zz\r\nhello\r\n', 'IncompleteBody'],
  ['a chunk longer than it says', '3\r\nhello\r\n', 'IncompleteBody'],
  ['an endless size', '0'.repeat(10_000), 'IncompleteBody'],
])('PutObject refuses a stream with %s', async (_, wire, name) => {
  const { client, url } = await start();
  const tampering = clientFor(url);
  tamper(tampering, sent => (sent.body = Readable.from([Buffer.from(wire)])));
  await expect(put(tampering, framed('hello'))).rejects.toMatchObject({ name });
  await expect(stored(client)).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('PutObject refuses a stream of unknown length', async () => {
  const { client } = await start();
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: BUCKET, Key: 'a' }));
  const body = new Blob(['hello']).stream();
  const response = await fetch(url, { method: 'PUT', body, duplex: 'half' });
  expect([response.status, await codeIn(response)]).toEqual([411, 'MissingContentLength']);
});

test('PutObject refuses framing with signed chunks, which S3’s stand-in can not verify', async () => {
  const { client } = await start();
  client.middlewareStack.add(
    next => args => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers['x-amz-content-sha256'] = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
      return next(args);
    },
    { step: 'build', priority: 'low' },
  );
  await expect(put(client)).rejects.toMatchObject({ name: 'NotImplemented' });
});

test('PutObject deletes the temporary file of an interrupted upload', async () => {
  const dir = await folder();
  const { client } = await start({ dir });
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: BUCKET, Key: 'a' }));
  const drafts = () => readdir(join(dir, '.drafts'));
  const upload = request(url, { method: 'PUT', headers: { 'content-length': 1_000_000 } });
  upload.on('error', () => undefined);
  upload.write(Buffer.alloc(1000));
  await until(async () => expect(await drafts()).toHaveLength(1));
  upload.destroy();
  await until(async () => expect(await drafts()).toHaveLength(0));
  await expect(stored(client)).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test('PutObject streams a large upload to disk', async () => {
  const { client } = await start();
  const size = 200_000_000;
  const piece = Buffer.alloc(1_000_000, 'x');
  let peak = 0;
  function* pieces() {
    for (let i = 0; i < size / piece.length; i += 1) {
      peak = Math.max(peak, process.memoryUsage().arrayBuffers);
      yield piece;
    }
  }
  const before = process.memoryUsage().arrayBuffers;
  const { ETag } = await put(client, { Body: Readable.from(pieces()), ContentLength: size });
  expect(ETag).toHaveLength(34);
  expect(peak - before).toBeLessThan(size / 2);
});

test('PutObject answers a refused upload before its end and keeps the server usable', async () => {
  const { client } = await start();
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: 'nowhere', Key: 'a' }));
  const response = await fetch(url, { method: 'PUT', body: Buffer.alloc(5_000_000) });
  expect([response.status, await codeIn(response)]).toEqual([404, 'NoSuchBucket']);
  await put(client);
});
