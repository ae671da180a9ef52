import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from './support/api.ts';
import { expectRefused } from './support/refused.ts';

const api = useApi({ features: { publicRead: true } });
const COUNT = 4;
const LENGTH = 1_900_000;

beforeAll(async () => {
  for (let index = 0; index < COUNT; index++)
    await api.post('/posts', { headline: `Long read ${index}`, body: 'x'.repeat(LENGTH) });
});

describe('list of posts that together exceed 6 MB', () => {
  it('answers with the whole list when the client accepts gzip', async () => {
    for (const key of [api.adminKey, null]) {
      const { status, headers, body } = await api.get('/posts', {
        key,
        headers: { 'accept-encoding': 'gzip' },
      });
      expect([status, headers.get('content-encoding')]).toEqual([200, 'gzip']);
      expect(headers.get('vary')).toMatch(/(^|, )accept-encoding$/);
      expect(body.map((post: { body: string }) => post.body.length)).toEqual(Array(COUNT).fill(LENGTH));
    }
  });

  it('returns 413 with the ways to shorten the list when the client does not accept gzip', async () => {
    const identity = { headers: { 'accept-encoding': 'identity' } };
    expectRefused(await api.get('/posts', identity), 413, 'too_large', /limit.*include_fields.*gzip/);
    for (const path of ['/posts?limit=3', '/posts?exclude_fields=body', '/posts?include_fields=id,headline'])
      expect((await api.get(path, identity)).status).toBe(200);
  });

  it('returns 304 when If-None-Match has the current ETag', async () => {
    const etag = (await api.get('/posts')).headers.get('etag') ?? '';
    const identity = { 'accept-encoding': 'identity', 'if-none-match': etag };
    expect((await api.get('/posts', { headers: identity })).status).toBe(304);
  });
});
