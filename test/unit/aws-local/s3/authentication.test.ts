import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { BUCKET, clientFor, codeIn, CREDENTIALS, start, tamper, type SentRequest } from './harness.ts';

const MINUTE_MS = 60_000;

function put(client: S3Client) {
  return client.send(new PutObjectCommand({ Bucket: BUCKET, Key: 'a', Body: 'hello', Metadata: { m: '1' } }));
}

function presignedPut(client: S3Client, expiresIn = 60) {
  return getSignedUrl(
    client,
    new PutObjectCommand({ Bucket: BUCKET, Key: 'ä b.txt', Metadata: { note: 'grün' } }),
    {
      expiresIn,
    },
  );
}

function presignedGet(client: S3Client) {
  return getSignedUrl(client, new GetObjectCommand({ Bucket: BUCKET, Key: 'a' }));
}

test.each([
  ['a wrong secret', { accessKeyId: CREDENTIALS.accessKeyId, secretAccessKey: 'x' }, 'SignatureDoesNotMatch'],
  ['an unknown key', { accessKeyId: 'x', secretAccessKey: 'x' }, 'InvalidAccessKeyId'],
])('S3’s stand-in refuses a request signed with %s', async (_, credentials, name) => {
  const { url } = await start();
  const client = clientFor(url, { credentials });
  await expect(put(client)).rejects.toMatchObject({ name, $metadata: { httpStatusCode: 403 } });
});

test.each<[string, (request: SentRequest) => unknown, string]>([
  ['another path', sent => (sent.path = `/${BUCKET}/b`), 'SignatureDoesNotMatch'],
  ['a changed header', sent => (sent.headers['x-amz-meta-m'] = '2'), 'SignatureDoesNotMatch'],
  ['an additional header', sent => (sent.headers['x-amz-meta-n'] = '2'), 'AccessDenied'],
  ['no signature', sent => delete sent.headers.authorization, 'AccessDenied'],
  ['no payload hash', sent => delete sent.headers['x-amz-content-sha256'], 'InvalidRequest'],
  ['another scheme', sent => (sent.headers.authorization = 'Basic YTpi'), 'InvalidRequest'],
  [
    'the scope of another service',
    sent => (sent.headers.authorization = sent.headers.authorization!.replace('/s3/', '/sqs/')),
    'AuthorizationHeaderMalformed',
  ],
  ['another day', sent => (sent.headers['x-amz-date'] = '20200101T000000Z'), 'AuthorizationHeaderMalformed'],
  ['no date', sent => delete sent.headers['x-amz-date'], 'AuthorizationHeaderMalformed'],
])('S3’s stand-in refuses a request with %s', async (_, change, name) => {
  const { client } = await start();
  tamper(client, change);
  await expect(put(client)).rejects.toMatchObject({ name });
});

test.each([-16, 16])('S3’s stand-in refuses a request whose date is %i minutes from now', async minutes => {
  const { client } = await start({ now: () => Date.now() + minutes * MINUTE_MS });
  await expect(put(client)).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
});

test('S3’s stand-in accepts a signed query with any character', async () => {
  const { client } = await start();
  const Prefix = "a+b &=%/?#'(*)!~ü";
  const listed = await client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }));
  expect(listed.Prefix).toBe(Prefix);
});

test('S3’s stand-in accepts a presigned upload and stores its signed metadata', async () => {
  const { client } = await start();
  const url = await presignedPut(client);
  const response = await fetch(url, {
    method: 'PUT',
    body: 'hello',
    headers: { 'content-type': 'text/plain' },
  });
  expect(response.status).toBe(200);
  const head = await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'ä b.txt' }));
  expect(head).toMatchObject({ ContentType: 'text/plain', ContentLength: 5 });
  expect(Buffer.from(head.Metadata?.note ?? '', 'latin1').toString()).toBe('grün');
});

test('S3’s stand-in accepts a presigned download', async () => {
  const { client } = await start();
  await put(client);
  const response = await fetch(await presignedGet(client));
  expect(await response.text()).toBe('hello');
});

test('S3’s stand-in refuses a presigned upload after it expires and long before it begins', async () => {
  let nowMs = Date.now();
  const { client } = await start({ now: () => nowMs });
  const url = await presignedPut(client, 60);
  const outcome = async () => {
    const response = await fetch(url, { method: 'PUT', body: 'hello' });
    return [response.status, /<Message>(.*)<\/Message>/.exec(await response.text())?.[1]];
  };
  nowMs = Date.now() + 62_000;
  expect(await outcome()).toEqual([403, 'Request has expired']);
  nowMs = Date.now() - 20 * MINUTE_MS;
  expect(await outcome()).toEqual([403, 'Request is not yet valid']);
  nowMs = Date.now();
  expect(await outcome()).toEqual([200, undefined]);
});

test.each<[string, (url: string) => string, string]>([
  ['another key', url => url.replace('.txt', '.html'), 'SignatureDoesNotMatch'],
  ['a later expiry', url => url.replace('Expires=60', 'Expires=600'), 'SignatureDoesNotMatch'],
  ['other metadata', url => url.replace('x-amz-meta-note=gr', 'x-amz-meta-note=br'), 'SignatureDoesNotMatch'],
  ['further metadata', url => `${url}&x-amz-meta-more=1`, 'SignatureDoesNotMatch'],
  ['another signature', url => url.replace(/Signature=\w{4}/, 'Signature=0000'), 'SignatureDoesNotMatch'],
  ['no signature', url => url.replace(/X-Amz-Signature=\w+&/, ''), 'SignatureDoesNotMatch'],
  [
    'an expiry after more than a week',
    url => url.replace('Expires=60', 'Expires=604801'),
    'AuthorizationQueryParam',
  ],
  ['no expiry', url => url.replace('X-Amz-Expires=60&', ''), 'AuthorizationQueryParam'],
  ['another algorithm', url => url.replace('SHA256&', 'SHA1&'), 'AuthorizationQueryParam'],
  ['another key pair', url => url.replace(CREDENTIALS.accessKeyId, 'x'), 'InvalidAccessKeyId'],
])('S3’s stand-in refuses a presigned upload with %s', async (_, change, name) => {
  const { client } = await start();
  const url = change(await presignedPut(client));
  const response = await fetch(url, { method: 'PUT', body: 'hello' });
  expect(await codeIn(response)).toContain(name);
});

test('S3’s stand-in refuses a presigned upload for another method or with unsigned headers', async () => {
  const { client } = await start();
  const url = await presignedPut(client);
  expect(await codeIn(await fetch(url))).toBe('SignatureDoesNotMatch');
  const headers = { 'x-amz-meta-own': '1' };
  expect(await codeIn(await fetch(url, { method: 'PUT', body: 'x', headers }))).toBe('AccessDenied');
});

test('S3’s stand-in refuses an unsigned request', async () => {
  const { url } = await start();
  const response = await fetch(`${url}/${BUCKET}/a`);
  expect([response.status, await codeIn(response)]).toEqual([403, 'AccessDenied']);
});
