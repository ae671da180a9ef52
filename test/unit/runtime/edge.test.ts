import { afterEach, describe, expect, it, vi } from 'vitest';
import { ownApi, withEdge } from '../../../functions/runtime/edge.ts';
import { withHeaders } from '../../../infra/core/with-headers.ts';
import { readClient } from '../../../shared/platform/http/client.ts';
import { readEdge, shareHeaders } from '../../../shared/platform/http/edge.ts';
import type { HttpEvent } from '../../../shared/platform/http/event.ts';

const SECRET = 'the-secret-of-the-edge';

function createEvent(headers: Record<string, string>): HttpEvent {
  return {
    ...{ version: '2.0', routeKey: '$default', rawPath: '/', rawQueryString: '', isBase64Encoded: false },
    headers: { host: 'api.example.com', ...headers },
    requestContext: {
      ...{ requestId: 'r', domainName: 'api.example.com' },
      http: { method: 'GET', path: '/', sourceIp: '192.0.2.1' },
    },
  };
}

const CLAIMS = { 'x-broadsheet-address': '203.0.113.7', 'x-broadsheet-host': 'www.example.com' };
const PROVED = { ...CLAIMS, 'x-broadsheet-secret': SECRET };

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('readEdge', () => {
  it('takes the client’s address and the host from a request that has the secret', () => {
    vi.stubEnv('EDGE_SECRET', SECRET);
    const event = readEdge(createEvent(PROVED));

    expect(readClient(event).address).toBe('203.0.113.7');
    expect([event.headers.host, event.requestContext.domainName]).toEqual([
      'www.example.com',
      'www.example.com',
    ]);
    expect(event.edge).toEqual({ isAlone: false, apiHost: 'api.example.com' });
  });

  it.each([
    ['without the secret', SECRET, CLAIMS],
    ['with another secret', SECRET, { ...CLAIMS, 'x-broadsheet-secret': 'a guess' }],
    ['where there is no edge', undefined, PROVED],
    ['where there is no edge and the secret is empty', undefined, { ...CLAIMS, 'x-broadsheet-secret': '' }],
  ])('believes nothing %s', (_, secret, headers) => {
    vi.stubEnv('EDGE_SECRET', secret);
    const event = createEvent(headers);

    expect(readEdge(event)).toBe(event);
    expect(readClient(readEdge(event)).address).toBe('192.0.2.1');
  });

  it('changes nothing when it reads a request a second time, as functions do that pass it on', () => {
    vi.stubEnv('EDGE_SECRET', SECRET);
    const once = readEdge(createEvent(PROVED));

    expect(readEdge(once)).toEqual(once);
  });
});

describe('shareHeaders', () => {
  it('lets the edge keep an answer for 10 s, and show it for 20 s more while it asks again', () => {
    const event = { ...createEvent({}), edge: { isAlone: false, apiHost: undefined } };

    expect(shareHeaders(event, 30)).toEqual({
      'cache-control': 'public, max-age=10, stale-while-revalidate=20, stale-if-error=0',
      'cache-tag': 'public',
    });
    expect(shareHeaders(event, 3, 2)['cache-control']).toMatch(/max-age=8, stale-while-revalidate=20,/);
    expect(shareHeaders(event, 0, 2)['cache-control']).toBe('public, max-age=0, stale-if-error=0');
  });

  it('lets nothing keep the answer to a request with a credential', () => {
    const event = { ...createEvent({}), edge: { isAlone: true, apiHost: undefined } };

    expect(shareHeaders(event, 30)).toEqual({ 'cache-control': 'private, no-cache' });
  });

  it('leaves the age of an answer at the API’s own address', () => {
    expect(shareHeaders(createEvent({}), 3, 2)).toEqual({ 'cache-control': 'public, max-age=3' });
  });
});

describe('withEdge', () => {
  const answer = withEdge(event =>
    Promise.resolve({
      statusCode: 200,
      headers: {},
      body: event.requestContext.domainName ?? '',
      isBase64Encoded: false,
    }),
  );

  it('refuses requests past the edge where the API is locked', async () => {
    vi.stubEnv('EDGE_SECRET', SECRET);
    vi.stubEnv('EDGE_LOCK', 'yes');

    expect(await answer(createEvent(CLAIMS))).toMatchObject({
      statusCode: 403,
      headers: { 'cache-control': 'no-store' },
      body: expect.stringContaining('forbidden'),
    });
    expect(await answer(createEvent(PROVED))).toMatchObject({ statusCode: 200, body: 'www.example.com' });
  });

  it('answers at both addresses otherwise', async () => {
    vi.stubEnv('EDGE_SECRET', SECRET);

    expect(await answer(createEvent({}))).toMatchObject({ statusCode: 200, body: 'api.example.com' });
  });
});

describe('ownApi', () => {
  it('leads the site past the edge, with its secret where the API is locked', async () => {
    vi.stubEnv('EDGE_SECRET', SECRET);
    vi.stubEnv('EDGE_LOCK', 'yes');
    const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response('')));
    vi.stubGlobal('fetch', fetched);
    const [api, headers] = ownApi(readEdge(createEvent(PROVED)));
    await withHeaders(headers)(`${api}/x`, { headers: { accept: 'a' } });

    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('https://api.example.com/x');
    expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
      ...{ accept: 'a', 'x-broadsheet-secret': SECRET },
    });
  });

  it('calls the API plainly where it is open', () => {
    expect(ownApi(createEvent({}))).toEqual(['https://api.example.com', {}]);
  });
});
