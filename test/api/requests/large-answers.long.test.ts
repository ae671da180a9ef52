import { beforeAll, describe, expect, it } from 'vitest';
import { eventually, useApi } from '../../support/api/api.ts';
import { makePost, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi({ features: { publicRead: true } });
const COUNT = 4;
const LENGTH = 1_900_000;

beforeAll(async () => {
  const fields = { tags: ['long'], sections: [0], body: 'x'.repeat(LENGTH) };
  for (let index = 0; index < COUNT; index++) {
    const { id } = await makePost(api, { ...fields, headline: `Long read ${index}` });
    await ok(api.post(`/posts/${id}/page_views`, { count: 1 + index }));
  }
  await eventually(
    () => ok(api.get('/posts/search?phrase=read&include_fields=id')),
    found => found.length === COUNT,
  );
});

describe('GET /posts of posts that together exceed 6 MB', () => {
  it('answers with the whole list when the client accepts gzip', async () => {
    const { status, headers, body } = await api.get('/posts', { headers: { 'accept-encoding': 'gzip' } });
    expect([status, headers.get('content-encoding')]).toEqual([200, 'gzip']);
    expect(headers.get('vary')).toMatch(/(^|, )accept-encoding$/);
    expect(body.map((post: { body: string }) => post.body.length)).toEqual(Array(COUNT).fill(LENGTH));
  });

  it('returns 413 with the ways to shorten the list when the client does not accept gzip', async () => {
    const identity = { headers: { 'accept-encoding': 'identity' } };
    expectRefused(await api.get('/posts', identity), 413, 'too_large', /limit.*include_fields.*gzip/);
    for (const path of ['/posts?limit=3', '/posts?exclude_fields=body', '/posts?include_fields=id,headline'])
      expect((await api.get(path, identity)).status).toBe(200);
  });

  it.each([
    '/posts',
    '/posts?order=updated',
    '/posts?tags=long&type=page',
    '/posts/frontpage',
    '/posts/tag?tag=long',
    '/posts/section?section_name=home',
    '/posts/author?author_name=admin',
    '/posts/search?phrase=read',
    '/posts/page_views',
  ])('answers %s without a key with shorter pages, whose links lead to every post once', async path => {
    const pages: { headline: string; body: string }[][] = [];
    const started = await api.get(path, { key: null });
    for (let reply = started; ;) {
      expect(reply.status).toBe(200);
      pages.push(reply.body);
      const next = /^<([^>]+)>; rel="next"$/.exec(reply.headers.get('link') ?? '')?.[1];
      if (next === undefined) break;
      reply = await api.get(next, { key: null });
    }
    expect(pages.map(({ length }) => length)).toEqual([2, 2]);
    const posts = pages.flat();
    expect(posts.map(({ body }) => body.length)).toEqual(Array(COUNT).fill(LENGTH));
    expect(new Set(posts.map(({ headline }) => headline)).size).toBe(COUNT);
    const short = await api.get(path, { key: null, query: { include_fields: 'headline' } });
    expect(short.body).toEqual(posts.map(({ headline }) => ({ headline })));
  });

  it('returns 304 when If-None-Match has the current ETag', async () => {
    const etag = (await api.get('/posts')).headers.get('etag') ?? '';
    const identity = { 'accept-encoding': 'identity', 'if-none-match': etag };
    expect((await api.get('/posts', { headers: identity })).status).toBe(304);
  });
});
