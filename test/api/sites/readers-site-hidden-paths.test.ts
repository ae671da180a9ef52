import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { READERS_SITE, useReadersSite } from '../../support/web/readers-site.ts';

const api = useApi(READERS_SITE);
const { makeSection, read } = useReadersSite(api);

describe('stories whose paths are those of pages of the service', () => {
  it.each(['api', 'desk', 'docs', 'sign-in', 'tags', 'u', 'api/news'])(
    'shows a story below a section whose path %s is one of the service’s at a path that is free',
    async url => {
      const headline = `A story of ${url.replace('/', ' ')}`;
      await makeSection({ title: `Stories of ${url}`, url, tags: [`${url} stories`] });
      const post = await makePost(api, { headline, tags: [`${url} stories`, 'hidden'] });
      const path = `/stories${post.slug}`;

      const page = await read(path);

      expect(post.post_url).toMatch(new RegExp(`/${url}/a-story-of-[a-z-]*$`));
      expect(page.text).toContain(`<h1 dir="auto">${headline}</h1>`);
      expect(page.text).toMatch(new RegExp(`<link rel="canonical" href="https?://[^/"]*${path}">`));
      expect(page.text).not.toContain(`"${post.post_url}"`);
      for (const list of ['/tags/hidden', '/archive'])
        expect((await read(list)).text, list).toContain(`<a href="${path}">`);
      expect((await read('/feeds/rss.xml?tag=hidden')).text).toContain(`${path}</link>`);
      const { created_ts } = post;
      const month = new Date(created_ts * 1000).toISOString().slice(0, 7);
      expect((await read(`/sitemaps/${month}.xml`)).text).toContain(`${path}</loc>`);
    },
  );

  it('shows a story whose given slug is that of the search, and redirects its former paths there', async () => {
    const { id, slug } = await makePost(api, { headline: 'In search', manual_basename: 'before-search' });
    await ok(api.put(`/posts/${id}`, { manual_basename: 'search' }));

    expect((await read('/stories/search')).text).toContain('<h1 dir="auto">In search</h1>');
    expect((await read('/search')).text).toContain('Which story are you looking for?');
    expect((await read(slug)).headers.get('location')).toBe('/stories/search');
    await ok(api.put(`/posts/${id}`, { manual_basename: 'found' }));
    expect((await read('/stories/search')).headers.get('location')).toBe('/found');
  });

  it('leads to such a story from its own path where that is not hidden, and never in a circle', async () => {
    await makeSection({ title: 'Stories', url: 'stories', tags: ['told'] });
    await makePost(api, { headline: 'Told', manual_basename: 'desk', tags: ['told'] });
    await makePost(api, { headline: 'Tagged', manual_basename: 'free', tags: ['tags stories'] });

    expect((await read('/stories/desk')).text).toContain('<h1 dir="auto">Told</h1>');
    expect((await read('/tags/free')).headers.get('location')).toBe('/stories/tags/free');
    expect((await read('/stories/api/none')).status).toBe(404);
  });

  it('shows the preview of a draft whose path is one of the service’s', async () => {
    const { id } = await makeDraft(api, { headline: 'Drafted', manual_basename: 'sign-in' });
    const { url } = await ok(api.post(`/drafts/${id}/previews`, {}));

    const { pathname, search } = new URL(url);
    expect(pathname).toBe('/stories/sign-in');
    expect((await read(`${pathname}${search}`)).text).toContain('<h1 dir="auto">Drafted</h1>');
  });
});
