import { describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { advanceClock, stopClockAt } from '../../support/time/clock.ts';
import { useApi } from '../../support/api/api.ts';
import { countCalls, commandsIn, named } from '../../support/costs/counted.ts';
import { makeImage } from '../../support/resources/images.ts';
import { makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { formatMonth, MARCH_2024, SITEMAP_SITE, useSitemaps } from '../../support/resources/sitemaps.ts';

const api = useApi(SITEMAP_SITE, named);
const { read, textsIn } = useSitemaps(api);
const HOUR_S = 3600;
const DAY_S = 86_400;

describe('GET /sitemaps/{file}', () => {
  it('lists the months from the oldest public post to the present one in the index', async () => {
    expect(await textsIn('/sitemap.xml')).toEqual(
      ['news', 'pages', formatMonth(nowTs()), `pages-${formatMonth(nowTs())}`].map(
        name => `https://news.example/sitemaps/${name}.xml`,
      ),
    );
    const image = await makeImage(api);
    const texts = { headline: 'A <b>&\u0000"', image_id: image.id, sections: ['hidden', 'open'] };
    await makePost(api, { ...texts, created_ts: MARCH_2024, updated_ts: MARCH_2024 + 5 });
    const locations = await textsIn('/sitemap.xml');

    expect(locations.slice(0, 3)).toEqual(
      ['news', 'pages', formatMonth(nowTs())].map(name => `https://news.example/sitemaps/${name}.xml`),
    );
    expect(locations).toContain('https://news.example/sitemaps/2024-03.xml');
    expect(locations.at(-1)).toBe('https://news.example/sitemaps/pages-2024-03.xml');
    expect(new Set(locations).size).toBe(locations.length);
    expect(await textsIn('/sitemaps/2024-03.xml')).toEqual(['https://news.example/open/a-b-and']);
    expect(await textsIn('/sitemaps/2024-03.xml', 'lastmod')).toEqual(['2024-03-01T00:00:05.000Z']);
    expect(await textsIn('/sitemaps/2024-03.xml', 'image:loc')).toEqual([image.thumbnails['980x']]);
  });

  it('lists the months of posts that are dated ahead, of at most the next year', async () => {
    const inMonths = (count: number) => nowTs() + count * 30 * DAY_S;
    const near = await makePost(api, { headline: 'Near', sections: ['open'], created_ts: inMonths(2) });
    const index = await textsIn('/sitemap.xml');
    const far = await makePost(api, { headline: 'Far', sections: ['open'], created_ts: inMonths(900) });
    const later = await textsIn('/sitemap.xml');
    for (const { id } of [near, far]) await ok(api.delete(`/posts/${id}`));

    const names = ['', 'pages-'].map(kind => `${kind}${formatMonth(inMonths(2))}.xml`);
    expect(index).toEqual(expect.arrayContaining(names.map(name => `https://news.example/sitemaps/${name}`)));
    expect(later).not.toContain(`https://news.example/sitemaps/${formatMonth(inMonths(900))}.xml`);
    expect(later.length - index.length).toBeLessThanOrEqual(2 * 12);
  });

  it('lists the front page and the public sections with their last change', async () => {
    await makeSection(api, { title: 'Not in lists', url: 'not-in-lists', status: 3 });
    await makePost(api, { sections: ['open'], created_ts: Date.UTC(2025, 5, 10) / 1000 });
    const pages = await textsIn('/sitemaps/pages.xml');

    expect(pages).toEqual(['https://news.example/', 'https://news.example/open']);
    expect(await textsIn('/sitemaps/pages.xml', 'lastmod')).toHaveLength(pages.length);
  });

  it('lists each page of a public tag or an author of the month once, with its last change', async () => {
    const path = '/sitemaps/pages-2019-06.xml';
    const created_ts = Date.UTC(2019, 5, 10) / 1000;
    const make = (tags: string[], more = {}) =>
      makePost(api, { tags, created_ts, updated_ts: created_ts, sections: ['open'], ...more });
    const { id, author_name } = await make(['a & b', 'both', '*internal']);
    const author = `https://news.example/u/${author_name}/`;
    const at = (...tags: string[]) => tags.map(tag => `https://news.example/tags/${tag}`);
    await make(['Both'], { created_ts: created_ts - 1, updated_ts: created_ts + 9 });
    await make(['elsewhere'], { sections: ['hidden'] });
    expect(await textsIn(path)).toEqual([...at('a%20%26%20b', 'both'), author]);
    expect(await textsIn(path, 'lastmod')).toEqual(
      ['00', '09', '09'].map(second => `2019-06-10T00:00:${second}.000Z`),
    );

    expect(commandsIn(await countCalls(() => read(path)))).toEqual(['Query', 'Query']);
    await ok(api.put(`/posts/${id}`, { tags: ['new'], updated_ts: created_ts + 5 }));
    expect(await textsIn(path)).toEqual([...at('new'), author, ...at('both')]);
    await ok(api.delete(`/posts/${id}`));
    expect(await textsIn(path)).toEqual([...at('both'), author]);
  });

  it('lists exactly the posts of the month in UTC', async () => {
    const tags = ['edges'];
    for (const [headline, ts] of [
      ['Before', -1],
      ['First', 0],
      ['Last', 30 * DAY_S - 1],
      ['After', 30 * DAY_S],
    ] as const)
      await makePost(api, { headline, tags, created_ts: Date.UTC(2023, 3, 1) / 1000 + ts });
    expect(await textsIn('/sitemaps/2023-04.xml')).toEqual(
      ['last', 'first'].map(name => `https://news.example/${name}`),
    );
  });

  it('lists the front page when the month has no post', async () => {
    expect(await textsIn('/sitemaps/2001-01.xml')).toEqual(['https://news.example/']);
  });

  it('lists the posts of the last 48 hours in the sitemap of the news', async () => {
    await makePost(api, { headline: 'Two days ago', created_ts: nowTs() - 47 * HOUR_S });
    await makePost(api, { headline: 'Three days ago', created_ts: nowTs() - 49 * HOUR_S });
    await makePost(api, { headline: 'In an hour', created_ts: nowTs() + HOUR_S });
    const path = '/sitemaps/news.xml';

    expect(await textsIn(path, 'news:title')).toEqual(['Two days ago']);
    expect(await textsIn(path, 'news:name')).toEqual(['The Courier & Co']);
    expect(await textsIn(path, 'news:language')).toEqual(['pt']);
    expect(await textsIn(path)).toEqual(['https://news.example/two-days-ago']);
  });

  it('reads none of the posts again for the sitemap of the news, until one changes or is too old', async () => {
    const path = '/sitemaps/news.xml';
    const post = await makePost(api, { headline: 'Soon old', created_ts: nowTs() - 47.5 * HOUR_S });
    expect(await textsIn(path, 'news:title')).toEqual(['Two days ago', 'Soon old']);
    const calls = await countCalls(() => read(path));
    expect(commandsIn(calls)).not.toContain('BatchGetItem');
    await ok(api.put(`/posts/${post.id}`, { headline: 'Still new' }));
    expect(await textsIn(path, 'news:title')).toEqual(['Two days ago', 'Still new']);
    advanceClock(HOUR_S / 2 + 1);
    expect(await textsIn(path, 'news:title')).toEqual(['Two days ago']);
    await ok(api.delete(`/posts/${post.id}`));
  });

  it('lists the news of two months when the last 48 hours are in both', async () => {
    const now = nowTs();
    stopClockAt(Date.UTC(2031, 4, 1) + HOUR_S * 1000 * 3);
    for (const [headline, hours] of [
      ['In May', 1],
      ['In April', 20],
      ['Earlier', 49],
    ] as const)
      await makePost(api, { headline, created_ts: nowTs() - hours * HOUR_S });
    expect(await textsIn('/sitemaps/news.xml', 'news:title')).toEqual(['In May', 'In April']);
    stopClockAt(now * 1000);
  });

  it('returns 304 when If-None-Match has the ETag, and 404 for another file', async () => {
    const first = await api.get('/sitemap.xml', { key: null });
    expect(first.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('public, max-age=30');
    const headers = { 'if-none-match': first.headers.get('etag')! };
    expect((await api.get('/sitemap.xml', { key: null, headers })).status).toBe(304);
    for (const file of ['2024-13.xml', '2024-03', '0001-01.xml', 'x.xml'])
      expectRefused(await api.get(`/sitemaps/${file}`), 404, 'not_found', 'There is no sitemap of this name');
  });
});
