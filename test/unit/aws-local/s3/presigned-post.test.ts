import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import { expect, test } from 'vitest';
import { BUCKET, clientFor, codeIn, CREDENTIALS, start } from './harness.ts';

type Fields = Record<string, string>;

interface Sent {
  fields?: Fields;
  file?: string;
  filename?: string;
}

function presign(client: S3Client, options: Partial<PresignedPostOptions> = {}) {
  return createPresignedPost(client, {
    Bucket: BUCKET,
    Key: 'uploads/1.jpg',
    Conditions: [['content-length-range', 2, 10]],
    Fields: { 'Content-Type': 'image/jpeg' },
    Expires: 60,
    ...options,
  });
}

async function send(
  post: { url: string; fields: Fields },
  { fields = {}, file = 'hello', filename = 'cat.jpg' }: Sent = {},
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...post.fields, ...fields })) form.append(name, value);
  form.append('file', new Blob([file]), filename);
  return fetch(post.url, { method: 'POST', body: form, redirect: 'manual' });
}

async function refusal(response: Response) {
  const text = await response.text();
  const part = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(text)?.[1];
  return `${part('Code') ?? ''}: ${part('Message') ?? ''}`.replaceAll('&quot;', '"');
}

test('a presigned POST stores the file of a form under the content type in the form', async () => {
  const { client } = await start();
  const response = await send(
    await presign(client, { Fields: { 'Content-Type': 'image/jpeg', 'x-amz-meta-note': 'grün' } }),
  );
  expect(response.status).toBe(204);
  expect(response.headers.get('location')).toMatch(/\/newsroom\/uploads\/1\.jpg$/);
  const got = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: 'uploads/1.jpg' }));
  expect(await got.Body?.transformToString()).toBe('hello');
  expect(got.ContentType).toBe('image/jpeg');
  expect(got.ETag).toBe(response.headers.get('etag'));
  expect(Buffer.from(got.Metadata?.note ?? '', 'latin1').toString()).toBe('grün');
});

test('a presigned POST answers as success_action_status and success_action_redirect demand', async () => {
  const { client } = await start();
  const withField = (name: string, value: string) => presign(client, { Fields: { [name]: value } });
  expect((await send(await withField('success_action_status', '200'))).status).toBe(200);
  expect((await send(await withField('success_action_status', '418'))).status).toBe(204);
  const created = await send(await withField('success_action_status', '201'));
  expect(created.status).toBe(201);
  expect(await created.text()).toContain('<Key>uploads/1.jpg</Key>');
  const redirected = await send(await withField('success_action_redirect', 'https://news.example/done?a=1'));
  expect(redirected.status).toBe(303);
  expect(redirected.headers.get('location')).toMatch(
    /^https:\/\/news\.example\/done\?a=1&bucket=newsroom&key=/,
  );
});

test('a presigned POST replaces filename in its key by the name of the file', async () => {
  const { client } = await start();
  const post = await presign(client, { Key: 'uploads/${filename}' });
  expect((await send(post, { filename: 'Käse 1.jpg' })).status).toBe(204);
  await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'uploads/Käse 1.jpg' }));
});

test('a presigned POST accepts values that begin as the policy demands', async () => {
  const { client } = await start();
  const post = await presign(client, {
    Conditions: [
      ['starts-with', '$Content-Type', 'image/'],
      ['starts-with', '$x-amz-meta-note', ''],
    ],
    Fields: {},
  });
  const outcome = async (fields: Fields) => (await send(post, { fields })).status;
  expect(await outcome({ 'Content-Type': 'image/png', 'x-amz-meta-note': 'any' })).toBe(204);
  expect(await outcome({ 'Content-Type': 'image/png,image/gif', 'x-amz-meta-note': '' })).toBe(204);
  expect(await outcome({ 'Content-Type': 'text/html', 'x-amz-meta-note': 'any' })).toBe(403);
  expect(await outcome({ 'Content-Type': 'image/png,text/html', 'x-amz-meta-note': 'any' })).toBe(403);
  expect(await outcome({ 'Content-Type': 'image/png' })).toBe(403);
});

test('a presigned POST ignores x-ignore fields and fields after the file', async () => {
  const { client } = await start();
  const post = await presign(client);
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...post.fields, 'x-ignore-me': '1' }))
    form.append(name, value);
  form.append('file', new Blob(['hello']), 'cat.jpg');
  form.append('submit', 'Upload');
  expect((await fetch(post.url, { method: 'POST', body: form })).status).toBe(204);
});

test.each<[string, Fields, string]>([
  [
    'another key',
    { key: 'uploads/2.jpg' },
    'AccessDenied: Invalid according to Policy: Policy Condition failed: ["eq", "$key", "uploads/1.jpg"]'.replaceAll(
      ', ',
      ',',
    ),
  ],
  [
    'another type',
    { 'Content-Type': 'text/html' },
    'AccessDenied: Invalid according to Policy: Policy Condition',
  ],
  ['a field that the policy does not mention', { acl: 'public-read' }, 'Extra input fields: acl'],
  ['metadata that the policy does not mention', { 'x-amz-meta-a': '1' }, 'Extra input fields: x-amz-meta-a'],
  [
    'another policy',
    { Policy: Buffer.from('{"expiration":"2099-01-01T00:00:00Z","conditions":[]}').toString('base64') },
    'SignatureDoesNotMatch',
  ],
  ['another signature', { 'X-Amz-Signature': '0'.repeat(64) }, 'SignatureDoesNotMatch'],
  ['another algorithm', { 'X-Amz-Algorithm': 'AWS4-HMAC-SHA1' }, 'InvalidArgument'],
  ['another day', { 'X-Amz-Date': '20200101T000000Z' }, 'AuthorizationHeaderMalformed'],
  ['an invalid credential', { 'X-Amz-Credential': 'me' }, 'AuthorizationHeaderMalformed'],
])('a presigned POST refuses a form with %s', async (_, fields, expected) => {
  const { client } = await start();
  expect(await refusal(await send(await presign(client), { fields }))).toContain(expected);
  await expect(
    client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'uploads/1.jpg' })),
  ).rejects.toMatchObject({ name: 'NotFound' });
});

test.each([
  ['Policy', 'AccessDenied'],
  ['X-Amz-Signature', 'InvalidArgument'],
  ['X-Amz-Credential', 'InvalidArgument'],
  ['key', 'AccessDenied'],
  ['Content-Type', 'AccessDenied'],
])('a presigned POST refuses a form without the field %s', async (name, expected) => {
  const { client } = await start();
  const { url, fields } = await presign(client);
  const { [name]: _, ...rest } = fields;
  expect(await codeIn(await send({ url, fields: rest }))).toBe(expected);
});

test.each([
  ['a wrong secret', { ...CREDENTIALS, secretAccessKey: 'x' }, 'SignatureDoesNotMatch'],
  ['an unknown key', { ...CREDENTIALS, accessKeyId: 'x' }, 'InvalidAccessKeyId'],
])('a presigned POST refuses a form signed with %s', async (_, credentials, expected) => {
  const { url } = await start();
  const post = await presign(clientFor(url, { credentials }));
  expect(await codeIn(await send(post))).toBe(expected);
});

test('a presigned POST refuses an expired form', async () => {
  let nowMs = Date.now();
  const { client } = await start({ now: () => nowMs });
  const post = await presign(client);
  nowMs += 62_000;
  expect(await refusal(await send(post))).toBe('AccessDenied: Invalid according to Policy: Policy expired.');
});

test('a presigned POST refuses a form for another bucket', async () => {
  const { client, url } = await start();
  const other = await presign(client, { Bucket: 'elsewhere' });
  expect(await codeIn(await send(other))).toBe('NoSuchBucket');
  expect(await refusal(await send({ ...other, url: `${url}/${BUCKET}` }))).toContain(
    '["eq","$bucket","elsewhere"]',
  );
});

test.each([
  [1, 'EntityTooSmall'],
  [11, 'EntityTooLarge'],
  [20_000_000, 'EntityTooLarge'],
])(
  'a presigned POST refuses a file of %i bytes with %s when the policy allows 2 to 10',
  async (size, expected) => {
    const { client } = await start();
    const response = await send(await presign(client), { file: 'x'.repeat(size) });
    expect([response.status, await codeIn(response)]).toEqual([400, expected]);
    await expect(
      client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'uploads/1.jpg' })),
    ).rejects.toMatchObject({ name: 'NotFound' });
  },
);

test.each([2, 10])(
  'a presigned POST accepts a file of %i bytes when the policy allows 2 to 10',
  async size => {
    const { client } = await start();
    expect((await send(await presign(client), { file: 'x'.repeat(size) })).status).toBe(204);
  },
);

test('a presigned POST refuses a file that differs from the checksum in the form', async () => {
  const { client } = await start();
  const post = await presign(client, { Fields: { 'x-amz-checksum-crc32': 'NhCmhg==' } });
  expect((await send(post, { file: 'hello' })).status).toBe(204);
  expect(await codeIn(await send(post, { file: 'jello' }))).toBe('BadDigest');
});

test('a presigned POST refuses a key that is empty or too long, and fields of over 20 KB', async () => {
  const { client } = await start();
  const post = await presign(client, {
    Key: '${filename}',
    Conditions: [['starts-with', '$x-amz-meta-a', '']],
  });
  const outcome = async (fields: Fields) => codeIn(await send(post, { fields }));
  expect(await outcome({ 'x-amz-meta-a': '', key: '' })).toBe('InvalidArgument');
  expect(await outcome({ 'x-amz-meta-a': '', key: 'x'.repeat(1025) })).toBe('KeyTooLongError');
  expect(await outcome({ 'x-amz-meta-a': 'x'.repeat(21_000) })).toBe('MaxPostPreDataLengthExceeded');
  expect(await outcome({ 'x-amz-meta-a': 'a\nb' })).toBe('InvalidArgument');
});

function multipart(...parts: string[]) {
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: parts.map(part => `--b\r\ncontent-disposition: form-data; ${part}\r\n`).join(''),
  };
}

test.each<[string, { headers: Record<string, string>; body: string }, string]>([
  ['that is JSON', { headers: { 'content-type': 'application/json' }, body: '{}' }, 'PreconditionFailed'],
  ['without a boundary', { headers: { 'content-type': 'multipart/form-data' }, body: '' }, 'MalformedPOST'],
  ['that is empty', multipart(), 'MalformedPOSTRequest'],
  [
    'without a file',
    { ...multipart('name="key"\r\n\r\na'), body: `${multipart('name="key"\r\n\r\na').body}--b--\r\n` },
    'InvalidArgument',
  ],
  ['with a file of another name', multipart('name="cat"; filename="c"\r\n\r\na'), 'InvalidArgument'],
  ['that is cut off', multipart('name="key"\r\n\r\nabc'), 'MalformedPOSTRequest'],
])('a presigned POST refuses a form %s', async (_, init, expected) => {
  const { url } = await start();
  const response = await fetch(`${url}/${BUCKET}`, { method: 'POST', ...init });
  expect(await codeIn(response)).toContain(expected);
});
