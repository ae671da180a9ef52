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

describe('a list of posts that together exceed 6 MB', () => {
  it('arrives whole where the client accepts gzip', async () => {
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

  it('is refused where the client does not, with what to do', async () => {
    const identity = { headers: { 'accept-encoding': 'identity' } };
    expectRefused(await api.get('/posts', identity), 413, 'too_large', /limit.*include_fields.*gzip/);
    for (const path of ['/posts?limit=3', '/posts?exclude_fields=body', '/posts?include_fields=id,headline'])
      expect((await api.get(path, identity)).status).toBe(200);
  });

  it('is not sent again to a client that has it', async () => {
    const etag = (await api.get('/posts')).headers.get('etag') ?? '';
    const identity = { 'accept-encoding': 'identity', 'if-none-match': etag };
    expect((await api.get('/posts', { headers: identity })).status).toBe(304);
  });
});
