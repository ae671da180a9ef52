import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDynamo } from '../../../infra/aws-local/dynamodb/server.ts';
import { startGateway } from '../../../infra/local/gateway.ts';
import type { LocalServer } from '../../../infra/aws-local/loopback.ts';
import { startS3 } from '../../../infra/aws-local/s3/server.ts';
import { startScheduler } from '../../../infra/aws-local/scheduler/server.ts';
import { startQueue } from '../../../infra/aws-local/queues/queue.ts';
import { startSecrets } from '../../../infra/aws-local/secrets.ts';
import type { HttpResult } from '../../../shared/platform/http/event.ts';

const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
const ENGINES: Record<string, (hostAlias?: string) => Promise<LocalServer>> = {
  DynamoDB: hostAlias => startDynamo({ hostAlias }),
  S3: hostAlias => startS3({ hostAlias, credentials: CREDENTIALS }),
  'EventBridge Scheduler': hostAlias => startScheduler({ hostAlias, invoke: () => undefined }),
  SQS: hostAlias => startQueue({ hostAlias, consume: () => Promise.resolve({ batchItemFailures: [] }) }),
  'Secrets Manager': hostAlias => startSecrets(hostAlias),
};
const FOREIGN = [
  'rebound.example',
  'rebound.example:4000',
  'localhost.rebound.example',
  '127.0.0.1.rebound.example',
  'xlocalhost',
  '0.0.0.0',
  '192.168.0.7:4000',
  'localhost:x',
  '[::1].rebound.example',
];
const OWN = ['localhost', 'LocalHost:1', '127.0.0.1:4000', '127.200.3.4', '[::1]:4000', '[::1]'];

async function ask(url: string, host: string): Promise<{ status: number; body: any }> {
  const sent = request(`${url}/api/1.3/posts`, { headers: { host, 'x-svcauth': 'no-key' } }).end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
  });
  return { status: response.statusCode ?? 0, body: await json(response).catch(() => undefined) };
}

describe.each(Object.entries(ENGINES))('the stand-in for %s', (_name, startEngine) => {
  let engine: LocalServer;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(() => engine.close());

  it.each(FOREIGN)('refuses the host name "%s" with 421', async host => {
    const { status, body } = await ask(engine.url, host);
    expect(status).toBe(421);
    expect(body).toMatchObject({ status: { code: 'misdirected_request' }, data: null });
  });

  it.each(OWN)('accepts the host name %s', async host => {
    expect((await ask(engine.url, host)).status).not.toBe(421);
  });

  it('accepts one more host name, for containers, when it is configured', async () => {
    const other = await startEngine('host.docker.internal');
    expect((await ask(other.url, 'host.docker.internal:4001')).status).not.toBe(421);
    expect((await ask(other.url, 'rebound.example')).status).toBe(421);
    await other.close();
  });
});

describe('the gateway', () => {
  const answered: HttpResult = { statusCode: 200, headers: {}, body: '{}', isBase64Encoded: false };
  const functions = () => Promise.resolve(() => Promise.resolve(answered));
  const statusFor = async (listenOn: string, host: string): Promise<number> => {
    const afterWrite = () => undefined;
    const gateway = await startGateway({ host: listenOn, port: 0, afterWrite, functions });
    const { port } = gateway.address() as AddressInfo;
    const { status } = await ask(`http://127.0.0.1:${port}`, host);
    gateway.closeAllConnections();
    gateway.close();
    return status;
  };

  it('refuses other host names while it listens on loopback', async () => {
    for (const listenOn of ['127.0.0.1', 'localhost']) {
      for (const host of FOREIGN) expect(await statusFor(listenOn, host), host).toBe(421);
      for (const host of OWN) expect(await statusFor(listenOn, host), host).toBe(200);
    }
  });

  it('accepts every host name when HOST opens it to other machines', async () => {
    for (const host of [...OWN, 'desk.example', '192.168.0.7:4000'])
      expect(await statusFor('0.0.0.0', host), host).toBe(200);
  });
});
