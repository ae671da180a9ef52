import { describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { useApi } from '../../support/api/api.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { formatMonth, SITEMAP_SITE, useSitemaps } from '../../support/resources/sitemaps.ts';

const api = useApi(SITEMAP_SITE);
useSitemaps(api);
const DAY_S = 86_400;

describe('GET /feeds/{format} and GET /sitemaps/{file}', () => {
  /** Each post that callers without a key must not see, and a public one. */
  const POSTS: Record<string, () => Promise<any>> = {
    'a private post': () => makePost(api, { ...FIELDS, sections: ['hidden'] }),
    'a draft': () => makeDraft(api, FIELDS),
    'a scheduled draft': async () => {
      const draft = await makeDraft(api, FIELDS);
      return await ok(api.put(`/scheduled_posts/${draft.id}`, { scheduled_at: nowTs() + DAY_S }));
    },
    'a removed post': async () => {
      const post = await makePost(api, FIELDS);
      await ok(api.delete(`/posts/${post.id}`));
      return post;
    },
    'an unpublished post': async () => {
      const post = await makePost(api, FIELDS);
      return await ok(api.put(`/posts/${post.id}`, { action: 'unpublish' }));
    },
  };
  const FIELDS = {
    headline: 'Zebra',
    body: '<p>zebra</p>',
    tags: ['seen', '*zebra', '~zebra'],
    sections: ['hidden', 'open'],
  };
  const QUERIES = ['', '?section=open', '?tag=seen', '?author=admin'];
  const PATHS = [
    ...['rss.xml', 'atom.xml', 'feed.json'].flatMap(name => QUERIES.map(query => `/feeds/${name}${query}`)),
    '/sitemaps/news.xml',
    `/sitemaps/${formatMonth(nowTs())}.xml`,
  ];

  it.each(Object.entries(POSTS))('omit %s, with and without a key', async (_name, make) => {
    const { id } = await make();
    for (const path of PATHS)
      for (const key of [null, api.adminKey]) {
        const text = JSON.stringify(await ok(api.get(path, { key })));
        expect(text, path).not.toMatch(/zebra/i);
        expect(text, path).not.toContain(String(id));
      }
  });

  it('return a public post without its private sections and internal tags', async () => {
    const { id } = await makePost(api, {
      ...FIELDS,
      headline: 'Antelope',
      body: '<p>grazes<script>1</script></p>',
    });
    for (const path of PATHS) {
      const text = JSON.stringify(await ok(api.get(path, { key: null })));
      expect(text, path).toContain('/open/antelope');
      expect(text, path).not.toMatch(/zebra|hidden/i);
      // The setting fullText adds the body, which is safe to show.
      if (path.startsWith('/feeds')) expect(text, path).toContain('<p>grazes</p>');
    }
    await ok(api.delete(`/posts/${id}`));
  });

  it.each(['section=hidden', 'tag=*zebra'])(
    'answer a feed of ?%s as a feed of an unknown name',
    async query => {
      for (const name of ['rss.xml', 'atom.xml', 'feed.json'])
        expectRefused(await api.get(`/feeds/${name}?${query}`, { key: null }), 404, 'not_found');
    },
  );
});
