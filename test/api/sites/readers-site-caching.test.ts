import { describe, expect, it } from 'vitest';
import { advanceClock } from '../../support/time/clock.ts';
import { until } from '../../support/time/until.ts';
import { useApi } from '../../support/api/api.ts';
import { makePost, ok } from '../../support/resources/posts.ts';
import { BROWSER, READERS_SITE, useReadersSite } from '../../support/web/readers-site.ts';

const api = useApi(READERS_SITE);
const { read } = useReadersSite(api);

describe('caching of the readers’ site', () => {
  it('shows a post within 5 s, and answers 304 until a page changes', async () => {
    await makePost(api, { headline: 'Earlier', tags: ['news'] });
    const first = await read('/tags/news');
    const again = await read('/tags/news', { 'if-none-match': first.headers.get('etag')! });
    await makePost(api, { headline: 'Fresh', tags: ['news'] });
    const changed = await read('/tags/news', { 'if-none-match': first.headers.get('etag')! });

    expect(first.headers.get('cache-control')).toBe('public, max-age=3');
    expect(again.status).toBe(304);
    expect(changed.text).toContain('Fresh');
  });

  it.each([
    ['unpublished', (id: number) => api.put(`/posts/${id}`, { action: 'unpublish' })],
    ['removed', (id: number) => api.delete(`/posts/${id}`)],
  ])('shows a post nowhere 5 s after it was %s, with what browsers keep', async (state, take) => {
    const headline = `Soon ${state}`;
    await api.post('/sections', { title: 'Taken down', url: 'takendown', status: 2 });
    const { id, slug } = await makePost(api, { headline, tags: ['takendown'], sections: ['takendown', 0] });
    const author = (await ok(api.get(`/posts/${id}`))).roar_authors[0].name;
    const paths = ['/', slug, '/takendown', '/tags/takendown', `/u/${author}/`, '/search?q=soon'];
    await until(async () => expect((await read('/search?q=soon')).text).toContain(headline));
    for (const path of paths) expect((await read(path)).text, path).toContain(headline);
    // What is kept was made just before.
    const { headers } = await read('/');
    await Promise.all(paths.map(path => fetch(new URL(path, api.stack.url), { headers: BROWSER })));
    await ok(take(id));

    const maxAgeS = Number(headers.get('cache-control')?.replace(/^public, max-age=/, ''));
    advanceClock(5 - maxAgeS);
    for (const path of paths) {
      const response = await fetch(new URL(path, api.stack.url), { headers: BROWSER });
      expect(await response.text(), path).not.toContain(headline);
      expect(response.status, path).toBe([slug, '/tags/takendown'].includes(path) ? 404 : 200);
    }
  });

  it.each([
    ['/', 'public, max-age=3'],
    ['/tags/none', 'public, max-age=3'],
    ['/search?q=none', 'public, max-age=3'],
    ['/nowhere', 'public, max-age=3'],
    ['/site.css', 'public, max-age=300'],
    ['/robots.txt', 'public, max-age=300'],
    ['/feeds/rss.xml', 'public, max-age=30'],
    ['/sitemap.xml', 'public, max-age=30'],
  ])('lets browsers and CDNs keep %s as "%s"', async (path, expected) => {
    expect((await read(path)).headers.get('cache-control')).toBe(expected);
  });
});
