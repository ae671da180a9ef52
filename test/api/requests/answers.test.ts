import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused, REQUEST_ID } from '../../support/api/refused.ts';

const api = useApi();

describe('routing', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/api/1.3/nothing'],
    ['GET', '/api/1.1/posts'],
    ['GET', '/api/1.3/posts//'],
    ['PUT', '/api/1.3/posts//'],
    ['GET', '/api/1.3/POSTS'],
    ['POST', '/api/1.3/posts/1/2/3'],
  ])('returns 404 for %s %s, which no route matches', async (method, path) => {
    expectRefused(
      await api.send(method, path.startsWith('/api/') ? path : `/api/../${path}`),
      404,
      'not_found',
      new RegExp(`^There is nothing at ${method} `),
    );
  });

  it.each([
    ['PATCH', '/posts/1', 'PUT, DELETE, GET, HEAD'],
    ['POST', '/posts/1', 'PUT, DELETE, GET, HEAD'],
    ['DELETE', '/posts', 'POST, GET, HEAD'],
    ['OPTIONS', '/authors/search', 'GET, HEAD'],
    ['PATCH', '/posts/1/', 'PUT, DELETE, GET, HEAD'],
    ['PUT', '/api/1.1/authors', 'POST'],
  ])('returns 405 for %s %s and names the allowed methods: %s', async (method, path, allow) => {
    const reply = await api.send(method, path);
    expectRefused(reply, 405, 'method_not_allowed', `${method} is not allowed here; allowed: ${allow}`);
    expect(reply.headers.get('allow')).toBe(allow);
  });

  it('returns 204 for OPTIONS on a known path, without the CORS headers that the gateway adds', async () => {
    const headers = { origin: 'https://www.example.com', 'access-control-request-method': 'PUT' };
    const reply = await api.send('OPTIONS', '/posts/1', { headers, key: null });
    expect(reply.status).toBe(204);
    expect([...reply.headers.keys()].filter(name => name.startsWith('access-control'))).toEqual([]);
    expectRefused(await api.send('OPTIONS', '/nothing', { headers }), 404, 'not_found');
  });

  it('returns 404 and 405 even to requests without an API key', async () => {
    expectRefused(await api.get('/nothing', { key: null }), 404, 'not_found');
    expectRefused(await api.delete('/posts', { key: null }), 405, 'method_not_allowed');
  });
});

describe('a path with one trailing slash', () => {
  it('answers a path with one slash at its end as the path, for every method', async () => {
    const created = await api.post('/drafts/', { headline: 'Slash' });
    expect(created).toMatchObject({ status: 200, body: { headline: 'Slash' } });
    const path = `/drafts/${created.body.id}`;
    expect((await api.get(`${path}/`)).body).toEqual((await api.get(path)).body);
    expect((await api.put(`${path}/`, { headline: 'Edited' })).body.headline).toBe('Edited');
    expect((await api.get('/drafts/?limit=1&include_fields=id')).body).toHaveLength(1);
    expect((await api.get('/sitemap.xml/')).status).toBe(200);
    expect((await api.delete(`${path}/`)).status).toBe(200);
    expect((await api.get(`${path}/`)).status).toBe(404);
  });

  it('gives cursors of the path without the slash', async () => {
    for (const headline of ['one', 'two']) await api.post('/posts/', { headline });
    const link = (await api.get('/posts/?limit=1')).headers.get('link') ?? '';
    expect(link).toMatch(/^<\/api\/1\.3\/posts\?/);
    expect((await api.get(/<(.+)>/.exec(link)![1]!)).status).toBe(200);
  });

  it('answers a path with two slashes as another path, with the same methods', async () => {
    expect((await api.get('/drafts//')).status).toBe(404);
    expect((await api.delete('/posts/')).status).toBe(405);
  });
});

describe('response headers', () => {
  it('gives every response its own x-request-id', async () => {
    const replies = await Promise.all([
      api.get('/posts'),
      api.post('/drafts', { headline: 'a' }),
      api.post('/drafts', {}),
      api.get('/nothing'),
      api.get('/posts', { key: null }),
      api.get('/posts', { key: 'x' }),
      api.post('/drafts', { headline: 'a', body: 'x'.repeat(11_000_000) }),
    ]);
    const ids = replies.map(reply => reply.headers.get('x-request-id') ?? '');
    for (const id of ids) expect(id).toMatch(REQUEST_ID);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('forbids caching of writes and requires revalidation of reads', async () => {
    const created = await api.post('/drafts', { headline: 'a' });
    expect(created.headers.get('cache-control')).toBe('no-store');
    expect((await api.delete(`/drafts/${created.body.id}`)).headers.get('cache-control')).toBe('no-store');
    expect((await api.get('/drafts')).headers.get('cache-control')).toBe('private, no-cache');
  });

  it('sets the content type to JSON in UTF-8', async () => {
    expect((await api.get('/posts')).headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('query strings', () => {
  it('ignores unknown and malformed query parameters', async () => {
    expect((await api.get('/posts?unknown=1&__proto__=x&constructor=y&%00=%00&%E0%A4%A=%')).status).toBe(200);
  });

  it('reports the faults of all query parameters together', async () => {
    expectRefused(
      await api.get('/posts?limit=0&offset=1.5'),
      400,
      'invalid_input',
      'offset: must be an integer of at least 0',
      'limit: must be an integer from 1 to 100',
    );
  });
});
