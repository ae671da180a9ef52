import { request } from 'node:http';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDynamo } from '../../../infra/aws-local/dynamodb/server.ts';
import type { LocalServer } from '../../../infra/aws-local/loopback.ts';
import { startQueue } from '../../../infra/aws-local/queues/queue.ts';
import { startS3 } from '../../../infra/aws-local/s3/server.ts';
import { startScheduler } from '../../../infra/aws-local/scheduler/server.ts';
import { startSecrets } from '../../../infra/aws-local/secrets.ts';

const SDK_JSON = { 'content-type': 'application/json' };
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** `fetch` would leave out or replace some of these headers. */
async function ask(url: string, method: string, headers: Record<string, string>): Promise<number> {
  const sent = request(`${url}/schedules/a`, { method, headers });
  sent.end(method === 'POST' ? '{}' : undefined);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

const ENGINES: Record<string, () => Promise<LocalServer>> = {
  DynamoDB: () => startDynamo({}),
  'EventBridge Scheduler': () => startScheduler({ invoke: () => undefined }),
  SQS: () => startQueue({ consume: () => Promise.resolve({ batchItemFailures: [] }) }),
  'Secrets Manager': () => startSecrets(),
};

describe.each(Object.entries(ENGINES))('the stand-in for %s', (_name, start) => {
  let engine: LocalServer;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.close());

  it.each<[string, string, Record<string, string>]>([
    ['POST', 'text/plain', { 'content-type': 'text/plain' }],
    ['POST', 'a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['POST', 'multipart', { 'content-type': 'multipart/form-data; boundary=application/json' }],
    ['POST', 'no type', {}],
    ['POST', 'JSON with an origin', { ...SDK_JSON, origin: 'https://page.example' }],
    ['POST', 'JSON of a page of this machine', { ...SDK_JSON, origin: 'http://localhost:3000' }],
    ['POST', 'JSON of a sandboxed page', { ...SDK_JSON, origin: 'null' }],
    ['POST', 'JSON of another site', { ...SDK_JSON, 'sec-fetch-site': 'cross-site' }],
    ['GET', 'another site', { 'sec-fetch-site': 'same-site' }],
    ['OPTIONS', 'a preflight', { origin: 'https://page.example', 'access-control-request-method': 'DELETE' }],
  ])('refuses %s of %s with 403', async (method, _what, headers) => {
    expect(await ask(engine.url, method, headers)).toBe(403);
  });

  it.each(['application/json', 'application/x-amz-json-1.0', 'application/x-amz-json-1.1; charset=utf-8'])(
    'accepts the content type %s',
    async type => {
      expect(await ask(engine.url, 'POST', { 'content-type': type })).not.toBe(403);
    },
  );
});

describe('the stand-in for S3', () => {
  let engine: LocalServer;
  beforeAll(async () => {
    engine = await startS3({ credentials: CREDENTIALS });
  });
  afterAll(() => engine.close());
  const preflight = { 'access-control-request-method': 'POST' };

  it.each(['https://page.example', 'null', 'http://localhost.page.example', 'http://127.0.0.1.nip.io'])(
    'refuses pages of %s with 403, also their preflights',
    async origin => {
      expect(
        await ask(engine.url, 'POST', { origin, 'content-type': 'multipart/form-data; boundary=x' }),
      ).toBe(403);
      expect(await ask(engine.url, 'OPTIONS', { origin, ...preflight })).toBe(403);
    },
  );

  it('refuses requests of another site without an origin with 403', async () => {
    expect(await ask(engine.url, 'GET', { 'sec-fetch-site': 'cross-site' })).toBe(403);
  });

  it('accepts forms of pages of this machine', async () => {
    expect(await ask(engine.url, 'OPTIONS', { origin: 'http://localhost:3000', ...preflight })).toBe(200);
  });
});
