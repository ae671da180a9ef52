import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { makePost, ok, readNext } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi({ features: { publicRead: true } });
const RENDERED = { render: 'head', render_shortcodes: 1, safe: 1 };

describe('GET /posts with rendered posts', () => {
  it('answers each post as it is answered alone', async () => {
    const listicle = { items: [{ headline: 'One', body: '<b onclick="x">1</b>' }] };
    for (const body of ['<p>One</p><script>1</script>', '<p>Two</p>', ''])
      await makePost(api, { tags: ['rendered'], body, listicle, media: '<i onclick="x">M</i>' });

    for (const key of [undefined, null]) {
      const options = key === null ? { key } : {};
      const list = await ok(api.get('/posts', { query: { ...RENDERED, tags: 'rendered' }, ...options }));
      expect(list).toHaveLength(3);
      for (const post of list)
        expect(post).toEqual(await ok(api.get(`/posts/${post.id}`, { query: RENDERED, ...options })));
    }
  });

  it('answers the selected fields and those that rendering adds', async () => {
    const { id } = await makePost(api, { tags: ['selected'], body: '<p>Text</p>' });
    const query = { ...RENDERED, tags: 'selected', include_fields: 'id' };

    expect(await ok(api.get('/posts', { query }))).toEqual([
      { id, body_html: '<p>Text</p>', head_html: expect.stringContaining('<title>') },
    ]);
    expectRefused(await api.get('/posts', { query: { safe: 1 } }), 400, 'invalid_input');
  });

  it('ends a page before the post with which it would not fit an answer', async () => {
    const body = `<p>${'word '.repeat(140_000)}</p>`;
    for (let made = 0; made < 8; made++) await makePost(api, { tags: ['long'], body });
    const seen: number[] = [];
    let pages = 0;
    let path: string | undefined = '/api/1.3/posts?tags=long&limit=100&render_shortcodes=1&safe=1';
    for (; path !== undefined; pages++) {
      const reply = await api.get(path);
      seen.push(...(await ok(Promise.resolve(reply))).map(({ id }: any) => id));
      path = readNext(reply);
    }

    expect(new Set(seen).size).toBe(8);
    expect(seen).toHaveLength(8);
    expect(pages).toBeGreaterThan(1);
  });
});
