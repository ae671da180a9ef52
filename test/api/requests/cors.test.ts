import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { serveUnknown } from '../../../functions/runtime/not-found.ts';
import { readLocalCors, type LocalCors } from '../../../infra/aws-local/http-api/cors.ts';
import { startGateway } from '../../../infra/local/gateway.ts';
import type { Functions } from '../../../infra/aws-local/http-api/invocation.ts';

const OWN_HEADERS = { etag: '"1"', 'Access-Control-Allow-Origin': 'https://wrong.example' };
const functions: Functions = name =>
  Promise.resolve(
    name === '$default'
      ? serveUnknown(routeList)
      : () => Promise.resolve({ statusCode: 200, headers: OWN_HEADERS, body: '{}', isBase64Encoded: false }),
  );

function configured(origins: string[]): LocalCors {
  return readLocalCors({ deployment: { dev: { cors: { origins, maxAgeS: 120 } } } }, 'x-vendor-key');
}

const LOOPBACK = readLocalCors({ deployment: {} }, undefined);

async function ask(cors: LocalCors | undefined, path: string, init: RequestInit): Promise<Response> {
  const afterWrite = () => undefined;
  const gateway = await startGateway({ host: '127.0.0.1', port: 0, afterWrite, cors, functions });
  onTestFinished(async () => {
    gateway.closeAllConnections();
    await once(gateway.close(), 'close');
  });
  return await fetch(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}${path}`, init);
}

function get(cors: LocalCors | undefined, origin: string | undefined): Promise<Response> {
  return ask(cors, '/api/1.3/posts', { headers: { ...(origin !== undefined && { origin }) } });
}

function preflight(cors: LocalCors | undefined, origin: string, path = '/api/1.3/posts') {
  return ask(cors, path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-svcauth',
    },
  });
}

function corsHeaders({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
}

const SITE = 'https://www.example.com';
const READABLE =
  'etag,link,x-total-count,x-counts,x-incomplete,x-request-id,retry-after,allow,ratelimit,ratelimit-policy,idempotent-replayed,preference-applied';
const SENDABLE =
  'authorization,x-svcauth,content-type,if-match,if-none-match,idempotency-key,prefer,x-http-method-override,x-vendor-key';

describe('a gateway with the deployment setting cors', () => {
  it('returns 204 with the allowed methods and headers to the preflight of an allowed origin', async () => {
    const answer = await preflight(configured([SITE]), SITE);
    expect(answer.status).toBe(204);
    expect(corsHeaders(answer)).toEqual({
      'access-control-allow-origin': SITE,
      'access-control-allow-methods': 'GET,POST,PUT,DELETE',
      'access-control-allow-headers': SENDABLE,
      'access-control-max-age': '120',
    });
  });

  it('replaces the CORS headers of the function’s response', async () => {
    const answer = await get(configured([SITE, 'https://other.example']), SITE);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(corsHeaders(answer)).toEqual({
      'access-control-allow-origin': SITE,
      'access-control-expose-headers': READABLE,
    });
  });

  it('adds no CORS headers for other origins or for requests without one', async () => {
    const cors = configured([SITE]);
    for (const origin of ['https://evil.example', `${SITE}.evil.example`, 'http://www.example.com', 'null'])
      for (const answer of [await get(cors, origin), await preflight(cors, origin)])
        expect(corsHeaders(answer), origin).toEqual({});
    expect(corsHeaders(await get(cors, undefined))).toEqual({});
  });

  it('sends * instead of the origin when every origin is allowed', async () => {
    const answer = await get(configured(['*']), 'https://any.example');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('adds CORS headers to error responses', async () => {
    const answer = await ask(configured([SITE]), '/api/1.3/nothing', { headers: { origin: SITE } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('access-control-allow-origin')).toBe(SITE);
    expect((await preflight(configured([SITE]), SITE, '/api/1.3/nothing')).status).toBe(404);
  });
});

describe('a local gateway', () => {
  it('allows loopback origins without credentials', async () => {
    for (const origin of [
      'http://localhost:5173',
      'http://127.0.0.1',
      'https://127.9.9.9:1',
      'http://[::1]:8080',
    ]) {
      const answer = await preflight(LOOPBACK, origin);
      expect(corsHeaders(answer)).toMatchObject({ 'access-control-allow-origin': origin });
      expect(corsHeaders(answer)).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('allows no origin that is not a loopback address', async () => {
    for (const origin of [
      'http://localhost.evil.example',
      'http://evil.example:4000',
      'file://localhost',
      'null',
    ])
      expect(corsHeaders(await preflight(LOOPBACK, origin)), origin).toEqual({});
  });

  it('adds no CORS headers without a setting', async () => {
    expect(corsHeaders(await preflight(undefined, 'http://localhost:3000'))).toEqual({});
    expect(corsHeaders(await get(undefined, SITE))).toEqual({
      'access-control-allow-origin': 'https://wrong.example',
    });
  });

  it('throws for a setting that a deployment would refuse', () => {
    expect(() => configured(['www.example.com'])).toThrow(
      'cdk.json: deployment.dev.cors.origins.0: must be * or an origin',
    );
  });
});
