import { CopyObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { S3Event } from 'aws-lambda';
import { readdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { BUCKET, folder, start } from './harness.ts';
import { HandlerStopped } from '../../../../infra/aws-local/s3/events.ts';
import { until } from '../../../support/time/until.ts';

function put(client: S3Client, Key = 'ä b+c/1.jpg') {
  return client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'hello' }));
}

function failing(times: number) {
  let calls = 0;
  return vi.fn((_: S3Event) => (++calls <= times ? Promise.reject(new Error('down')) : Promise.resolve()));
}

test('an S3 event has the shape of AWS’s, with an encoded key', async () => {
  const { client, events } = await start();
  const { ETag } = await put(client);
  await until(() => expect(events).toHaveLength(1));
  expect(events[0]?.Records).toHaveLength(1);
  expect(events[0]?.Records[0]).toMatchObject({
    eventSource: 'aws:s3',
    eventName: 'ObjectCreated:Put',
    s3: {
      bucket: { name: BUCKET, arn: `arn:aws:s3:::${BUCKET}` },
      object: { key: '%C3%A4+b%2Bc/1.jpg', size: 5, eTag: ETag?.replaceAll('"', '') },
    },
  });
});

test('an S3 event distinguishes copies and forms from other uploads', async () => {
  const { client, events } = await start();
  await put(client, 'a');
  await client.send(new CopyObjectCommand({ Bucket: BUCKET, Key: 'b', CopySource: `${BUCKET}/a` }));
  const { url, fields } = await createPresignedPost(client, { Bucket: BUCKET, Key: 'c' });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob(['hello']), 'c');
  await fetch(url, { method: 'POST', body: form });
  await until(() => expect(events).toHaveLength(3));
  const names = events.map(({ Records: [record] }) => [record?.s3.object.key, record?.eventName]);
  expect(Object.fromEntries(names)).toEqual({
    a: 'ObjectCreated:Put',
    b: 'ObjectCreated:Copy',
    c: 'ObjectCreated:Post',
  });
});

test('PutObject answers without waiting for the handler of its event', async () => {
  let finish: (() => void) | undefined;
  const handler = vi.fn(() => new Promise<void>(resolve => (finish = resolve)));
  const { client } = await start({ onObjectCreated: handler });
  await put(client);
  await until(() => expect(handler).toHaveBeenCalledOnce());
  finish?.();
});

test('an S3 event invokes a failing handler three times in total', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const recovering = failing(2);
  const first = await start({ onObjectCreated: recovering });
  await put(first.client);
  await until(() => expect(recovering).toHaveBeenCalledTimes(3));
  expect(logged).not.toHaveBeenCalled();
  const broken = failing(Infinity);
  const second = await start({ onObjectCreated: broken });
  await put(second.client);
  await until(() => expect(logged).toHaveBeenCalledOnce());
  expect(broken).toHaveBeenCalledTimes(3);
  logged.mockRestore();
});

test('at most as many handlers of S3 events run at once as there are processors', async () => {
  let running = 0;
  let peak = 0;
  let done = 0;
  const { client } = await start({
    onObjectCreated: async () => {
      peak = Math.max(peak, ++running);
      await new Promise(resolve => setTimeout(resolve, 5));
      running -= 1;
      done += 1;
    },
  });
  await Promise.all(Array.from({ length: 12 }, (_, i) => put(client, String(i))));
  await until(() => expect(done).toBe(12));
  expect(peak).toBeLessThanOrEqual(availableParallelism());
});

test('a pending S3 event is delivered after a restart', async () => {
  const dir = await folder();
  const down = vi.fn(() => Promise.reject(new Error('down')));
  const first = await start({ dir, onObjectCreated: down, retryDelayMs: 60_000 });
  await put(first.client, 'a');
  await until(() => expect(down).toHaveBeenCalledOnce());
  await first.server.close();
  const second = await start({ dir });
  await until(() => expect(second.events).toHaveLength(1));
  expect(second.events[0]?.Records[0]?.s3.object.key).toBe('a');
  await until(async () => expect(await readdir(join(dir, '.events'))).toHaveLength(0));
});

test('an S3 event whose handler has stopped stays for the next start', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const dir = await folder();
  const stopped = vi.fn(() => Promise.reject(new HandlerStopped('closed')));
  const first = await start({ dir, onObjectCreated: stopped });
  await put(first.client, 'a');
  await until(() => expect(stopped).toHaveBeenCalled());
  await first.server.close();
  expect(stopped).toHaveBeenCalledOnce();
  expect(logged).not.toHaveBeenCalled();
  const second = await start({ dir });
  await until(() => expect(second.events[0]?.Records[0]?.s3.object.key).toBe('a'));
  logged.mockRestore();
});

test('an S3 event is not stored when there is no handler', async () => {
  const dir = await folder();
  const { client } = await start({ dir, onObjectCreated: undefined });
  await put(client);
  expect(await readdir(join(dir, '.events'))).toHaveLength(0);
});
