import { beforeAll, describe, expect, it } from 'vitest';
import { useApi, type Call } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makePost } from '../../support/resources/posts.ts';
import { beginSession, makeAccount, ownPage, type Account } from '../../support/resources/sessions.ts';

const api = useApi({ features: { publicRead: true } });
const OTHERS = 'Sessions work only for pages of this host';
const LACKS = 'A change with a session needs the headers Origin and x-requested-with';
let account: Account;
let cookie: string;
let own: Record<string, string>;

beforeAll(async () => {
  account = await makeAccount(api, { role: 'Editor' });
  ({ cookie } = await beginSession(api, account));
  own = ownPage(api);
});

function send(headers: Record<string, string>, call: Call = {}) {
  return api.post(
    '/drafts',
    { headline: 'By cookie' },
    { key: null, headers: { cookie, ...headers }, ...call },
  );
}

describe('change with the cookie of a session', () => {
  it('a change is made for a page of the same host', async () => {
    expect((await send(own)).status).toBe(200);
    expect((await send({ ...own, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it.each([
    ['a form of another site', { origin: 'https://evil.example' }, OTHERS],
    ['a form whose page hides its origin', { origin: 'null' }, OTHERS],
    ['a fetch of another site', { origin: 'https://evil.example', 'x-requested-with': 'page' }, OTHERS],
    ['a page of a subdomain', { origin: 'http://desk.127.0.0.1', 'x-requested-with': 'page' }, OTHERS],
    ['a page of another port', { origin: 'http://127.0.0.1:1', 'x-requested-with': 'page' }, OTHERS],
    ['no page that says which it is', { 'x-requested-with': 'page' }, LACKS],
    ['a program without the two headers', {}, LACKS],
  ])('is refused for %s', async (_case, headers, message) => {
    expectRefused(await send(headers), 403, 'forbidden', message);
  });

  it('a change is refused for a form of the same host, which can’t send the header', async () => {
    expectRefused(await send({ origin: own.origin! }), 403, 'forbidden', LACKS);
  });

  it.each(['cross-site', 'same-site'])('a change is refused when the browser calls it %s', async relation => {
    expectRefused(await send({ ...own, 'sec-fetch-site': relation }), 403, 'forbidden', OTHERS);
  });

  it('a change is refused for each method that may write', async () => {
    for (const [method, path] of [
      ['PUT', '/drafts/1'],
      ['DELETE', '/drafts/1'],
      ['DELETE', '/sessions'],
    ] as const)
      expectRefused(
        await api.send(method, path, { key: null, headers: { cookie } }),
        403,
        'forbidden',
        LACKS,
      );
    expect((await api.get('/me', { key: null, headers: { cookie } })).status).toBe(200);
  });
});

describe('request with the cookie of a session', () => {
  it('reads for pages of the same host only', async () => {
    const read = (relation: string) =>
      api.get('/drafts', { key: null, headers: { cookie, 'sec-fetch-site': relation } });

    for (const relation of ['none', 'same-origin']) expect((await read(relation)).status).toBe(200);
    for (const relation of ['same-site', 'cross-site'])
      expectRefused(await read(relation), 403, 'forbidden', OTHERS);
  });

  it('uses the key when it has one, valid or not', async () => {
    const { key, keyId } = await api.makeKey('Reader');
    const me = (headers: Record<string, string>) =>
      api.get('/me', { key: null, headers: { cookie, ...headers } });

    expect((await me({ authorization: `Bearer ${key}` })).body.key.id).toBe(keyId);
    expectRefused(await me({ authorization: 'Bearer wrong' }), 403, 'api_key_invalid');
    expectRefused(await send({ ...own, 'x-svcauth': key }), 403, 'forbidden', /write_draft/);
  });

  it('returns 401 for a page that was opened for another author, and 200 for one of the session’s author', async () => {
    const sendFor = (author: number) => send({ ...own, 'x-session-author': String(author) });

    expectRefused(await sendFor(account.id + 1), 401, 'session_ended');
    expect((await sendFor(account.id)).status).toBe(200);
  });

  it('finds the cookie among others, and no other name', async () => {
    const me = (sent: string) => api.get('/me', { key: null, headers: { cookie: sent } });

    expect((await me(`a=1; ${cookie}; b=2`)).status).toBe(200);
    expectRefused(await me(cookie.replace('__Host-', '')), 401, 'api_key_missing');
    expectRefused(await me('__Host-session='), 401, 'api_key_missing');
  });

  it.each([
    ['another secret', (text: string) => text.replace(/[0-9a-f]{64}$/, 'f'.repeat(64))],
    ['another author', (text: string) => text.replace(/=\d+/, '=1')],
    ['another session', (text: string) => text.replace(/\.\d+\./, '.1.')],
    ['no parts', () => '__Host-session=abc'],
  ])('is refused for a cookie with %s', async (_case, change) => {
    const refused = await api.get('/me', { key: null, headers: { cookie: change(cookie) } });

    expectRefused(refused, 401, 'session_ended', 'The session has ended: sign in again');
  });

  it('gets public data where no key is needed and the session doesn’t count', async () => {
    const { id } = await makePost(api);
    const read = (sent: string, headers = {}) =>
      api.get(`/posts/${id}`, { key: null, headers: { cookie: sent, ...headers } });
    const [public_, signedIn, ended, foreign] = [
      await read('a=1'),
      await read(cookie),
      await read('__Host-session=abc'),
      await read(cookie, { 'sec-fetch-site': 'cross-site' }),
    ];

    expect(signedIn.headers.get('cache-control')).toBe('private, no-cache');
    for (const { status, headers } of [public_, ended, foreign]) {
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=30']);
      expect(headers.get('vary')).toContain('cookie');
    }
    const view = await api.post(`/posts/${id}/page_views`, {}, { key: null, headers: { cookie } });
    expect(view.status).toBe(200);
  });
});

describe('sign-in', () => {
  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
  ])('is refused for a page of another origin: %j', async headers => {
    const refused = await api.post('/sessions', account, { key: null, headers });

    expectRefused(refused, 403, 'forbidden', OTHERS);
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  it('never lets pages of other origins use cookies', async () => {
    const { port } = new URL(own.origin!);
    for (const origin of [`http://localhost:${port}`, 'http://127.0.0.1:1', 'https://evil.example']) {
      const reply = await api.get('/posts', { key: null, headers: { origin, cookie } });
      expect(reply.headers.has('access-control-allow-credentials')).toBe(false);
    }
  });
});
