import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

const api = useApi({ features: { publicRead: true } });
const SECRET = 'the-secret-of-the-edge';
const PROOF = { 'x-broadsheet-secret': SECRET };
const SHARED = 'public, max-age=10, stale-while-revalidate=20, stale-if-error=0';

beforeEach(() => {
  vi.stubEnv('EDGE_SECRET', SECRET);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function ask(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const response = await fetch(new URL(path, api.stack.url), {
    ...init,
    headers: { ...headers },
    redirect: 'manual',
  });
  await response.arrayBuffer();
  return response;
}

async function control(path: string, headers?: Record<string, string>): Promise<string | null> {
  return (await ask(path, headers)).headers.get('cache-control');
}

describe('answers through the edge', () => {
  let path: string;
  beforeAll(async () => {
    const { post_url } = await makePost(api);
    path = new URL(post_url).pathname;
  });

  it.each(['/api/1.3/posts', '/api/1.3/sections', '/feeds/rss.xml', '/sitemap.xml'])(
    'lets caches keep an answer for 10 s, and for 20 s more while they ask for a new one: %s',
    async address => {
      const response = await ask(address, PROOF);

      expect(response.headers.get('cache-control')).toBe(SHARED);
      expect(response.headers.get('cache-tag')).toBe('public');
    },
  );

  it('keeps a page of the readers’ site for 30 s, including the 2 s in the memory of the function', async () => {
    const expected = 'public, max-age=8, stale-while-revalidate=20, stale-if-error=0';

    expect(await control('/', { ...PROOF, accept: 'text/html' })).toBe(expected);
    expect(await control(path, { ...PROOF, accept: 'text/html' })).toBe(expected);
    expect(await control('/nothing-here', { ...PROOF, accept: 'text/html' })).toBe(expected);
  });

  it('lets no cache keep the answer to a request with a credential', async () => {
    const alone = { ...PROOF, 'x-broadsheet-alone': 'r1' };
    const key = { 'x-svcauth': api.adminKey };

    for (const address of ['/', '/api/1.3/posts', '/feeds/rss.xml'])
      expect(await control(address, { ...alone, accept: 'text/html' })).toBe('private, no-cache');
    expect(await control('/api/1.3/posts', { ...PROOF, ...key })).toBe('private, no-cache');
  });

  it('lets no cache keep an error of the API', async () => {
    expect(await control('/api/1.3/posts/1', PROOF)).toBe('no-store');
    expect(await control('/api/1.3/drafts', PROOF)).toBe('no-store');
  });

  it.each(['/', '/api/1.3/posts', '/api/1.3/posts/1', '/feeds/rss.xml'])(
    'sends HSTS and nosniff already from the origin: %s',
    async address => {
      const { headers } = await ask(address, PROOF);

      expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );
});

describe('answers at the API’s own address', () => {
  it('keep their ages: the readers’ site shows nothing for longer than 5 s', async () => {
    expect(await control('/', { accept: 'text/html' })).toBe('public, max-age=3');
    expect(await control('/api/1.3/posts')).toBe('public, max-age=30');
  });

  it('keep their ages for a client that only claims to be the edge', async () => {
    const claims = { 'x-broadsheet-secret': 'a guess', 'x-broadsheet-address': '203.0.113.7' };

    expect(await control('/api/1.3/posts', claims)).toBe('public, max-age=30');
  });
});

describe('the address of a client', () => {
  const claims = { 'x-broadsheet-address': '203.0.113.7', 'x-broadsheet-host': 'www.example.com' };

  async function recordAddress(headers: Record<string, string>): Promise<string> {
    const body = JSON.stringify({ title: `Tag ${Math.random()}`, url: `tag-${Math.random()}` });
    const key = { 'x-svcauth': api.adminKey, 'content-type': 'application/json' };
    const { status } = await ask('/api/1.3/tags', { ...key, ...headers }, { method: 'POST', body });
    expect(status).toBe(200);
    const [newest] = await ok(api.get('/audit', { query: { limit: '1' } }));
    return newest.address;
  }

  it('is in the audit trail as the edge has seen it', async () => {
    expect(await recordAddress({ ...PROOF, ...claims })).toBe('203.0.113.7');
  });

  it('is that of the connection where no secret proves the edge', async () => {
    expect(await recordAddress(claims)).toBe('127.0.0.1');
  });
});

describe('a locked API', () => {
  it('answers requests through the edge only', async () => {
    vi.stubEnv('EDGE_LOCK', 'yes');

    expect((await ask('/api/1.3/posts')).status).toBe(403);
    expect((await ask('/api/1.3/posts', PROOF)).status).toBe(200);
  });
});
