import { beforeAll, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { putItem } from '../../../shared/platform/store/put.ts';
import { queryItems } from '../../../shared/platform/store/table.ts';
import { gzipText } from '../../../shared/platform/text/gzip.ts';
import { advanceClock, stopClock, stopClockAt } from '../../support/time/clock.ts';
import { useXmlCheck } from '../../support/web/feed-schemas.ts';
import { parseXml, listTexts } from '../../support/web/xml.ts';
import { useApi } from '../../support/api/api.ts';
import { countCalls, commandsIn, named } from '../../support/costs/counted.ts';
import { makeImage } from '../../support/resources/images.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi(
  {
    features: { publicRead: true },
    siteTitle: 'The Courier & Co',
    baseUrl: 'https://news.example',
    language: 'pt-BR',
    permalink: '/<section>/<basename>',
    feeds: { fullText: true },
  },
  named,
);
const checkXml = useXmlCheck();
const MARCH_2024 = 1_709_251_200;
const HOUR_S = 3600;
const DAY_S = 86_400;

async function read(path: string): Promise<string> {
  const text = await ok(api.get(path, { key: null }));
  checkXml(text, 'sitemap');
  return text;
}

async function textsIn(path: string, name = 'loc'): Promise<string[]> {
  return listTexts(parseXml(await read(path)), name);
}

// Within the tests, no month ends.
stopClock();

function formatMonth(ts: number): string {
  return new Date(ts * 1000).toISOString().slice(0, 7);
}

beforeAll(async () => {
  await makeSection(api, { title: 'Hidden', url: 'hidden', status: 1 });
  await makeSection(api, { title: 'Open', url: 'open' });
  // Older than every public post: the index must not begin with its month.
  await makePost(api, { headline: 'Private', sections: ['hidden'], created_ts: MARCH_2024 - 400 * DAY_S });
});

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

describe('sitemap of a month', () => {
  const path = '/sitemaps/2022-05.xml';
  const created_ts = Date.UTC(2022, 4, 9) / 1000;
  const partition = { pk: 'SAFE#sitemap#2022-05', consistent: true };
  const storedParts = async () =>
    (await queryItems(partition)).filter(({ sk }) => String(sk).startsWith('part#'));

  it('is stored when the month is over, and answered until one of its posts changes', async () => {
    const sections = ['open'];
    const post = await makePost(api, { headline: 'Kept', created_ts, sections });
    const at = (name: string) => `https://news.example/open/${name}`;
    expect(await textsIn(path)).toEqual([at('kept')]);
    const [part] = await storedParts();
    const text = (await read(path)).replace('/open/kept', '/open/stored');
    await putItem({ ...part, zipped: await gzipText(text) });
    expect(await textsIn(path)).toEqual([at('stored')]);

    await makePost(api, { headline: 'Later', created_ts: created_ts + 40 * DAY_S, sections });
    await makePost(api, { headline: 'Today', sections });
    expect(await textsIn(path)).toEqual([at('stored')]);

    const changes: [() => Promise<unknown>, string[]][] = [
      [() => ok(api.put(`/posts/${post.id}`, { manual_basename: 'moved' })), ['moved']],
      [
        () => makePost(api, { headline: 'Second', created_ts: created_ts - 1, sections }),
        ['moved', 'second'],
      ],
      [() => ok(api.put(`/posts/${post.id}`, { created_ts: created_ts - 60 * DAY_S })), ['second']],
      [() => ok(api.put(`/posts/${post.id}`, { created_ts })), ['moved', 'second']],
      [() => ok(api.put(`/posts/${post.id}`, { sections: ['hidden'] })), ['second']],
      [() => ok(api.put(`/posts/${post.id}`, { sections })), ['moved', 'second']],
      [() => ok(api.put(`/posts/${post.id}`, { action: 'unpublish' })), ['second']],
      [() => ok(api.put(`/drafts/${post.id}`, { action: 'publish' })), ['moved', 'second']],
      [() => ok(api.delete(`/posts/${post.id}`)), ['second']],
    ];
    for (const [change, names] of changes) {
      await change();
      expect(await textsIn(path)).toEqual(names.map(at));
    }
  });

  it('is made again when a section changes, and after a day', async () => {
    const made = await storedParts();
    const open = (await ok(api.get('/sections'))).find((section: { url: string }) => section.url === 'open');
    await ok(api.put(`/sections/${open.id}`, { url: 'opened' }));
    expect(await textsIn(path)).toEqual(['https://news.example/opened/second']);
    const [part] = await storedParts();
    expect(part!.state).not.toBe(made[0]!.state);
    await putItem({ ...part, expires: nowTs() });
    await read(path);
    expect((await storedParts())[0]!.expires).toBe(nowTs() + DAY_S);
    await ok(api.put(`/sections/${open.id}`, { url: 'open' }));
  });

  it('is made again by changing only the URLs of the posts that have changed', async () => {
    const month = '2021-07';
    const file = `/sitemaps/${month}.xml`;
    const july = Date.UTC(2021, 6, 9) / 1000;
    const posts: { id: number }[] = [];
    for (const [index, headline] of ['One', 'Two', 'Three'].entries())
      posts.push(await makePost(api, { headline, created_ts: july - index, sections: ['open'] }));
    const at = (names: readonly string[]) => names.map(name => `https://news.example/open/${name}`);
    expect(await textsIn(file)).toEqual(at(['one', 'two', 'three']));
    const pk = `SAFE#sitemap#${month}`;
    const texts = async () =>
      (await queryItems({ pk, consistent: true })).filter(({ sk }) => String(sk).startsWith('part#'));
    const rename = async (from: string, to: string) => {
      const [part] = await texts();
      await putItem({ ...part, zipped: await gzipText((await read(file)).replace(from, to)) });
    };
    await rename('/open/one', '/open/kept');
    const changes: [() => Promise<unknown>, string[]][] = [
      [
        () => ok(api.put(`/posts/${posts[1]!.id}`, { manual_basename: 'renamed' })),
        ['kept', 'renamed', 'three'],
      ],
      [() => ok(api.put(`/posts/${posts[2]!.id}`, { created_ts: july + 5 })), ['three', 'kept', 'renamed']],
      [() => ok(api.delete(`/posts/${posts[2]!.id}`)), ['kept', 'renamed']],
      [
        () => makePost(api, { headline: 'Fourth', created_ts: july - 5, sections: ['open'] }),
        ['kept', 'renamed', 'fourth'],
      ],
    ];
    for (const [change, names] of changes) {
      await change();
      expect(await textsIn(file)).toEqual(at(names));
    }

    // Of two writings, of which a crash or an expired lease has left a part each, nothing is used.
    const [part] = await texts();
    await putItem({ ...part, state: 'other', generation: 'other' });
    expect(await textsIn(file)).toEqual(at(['one', 'renamed', 'fourth']));
  });

  it('is stored for the present month too, and made again only after one of its posts has changed', async () => {
    const present = `/sitemaps/${formatMonth(nowTs())}.xml`;
    const { id, slug } = await makePost(api, { headline: 'Present' });
    const before = await textsIn(present);
    expect(before).toContain(`https://news.example${slug}`);
    expect(commandsIn(await countCalls(() => read(present)))).toEqual(['Query']);
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    expect(await textsIn(present)).toEqual(before.filter(text => !text.endsWith(slug)));
    expect(commandsIn(await countCalls(() => read(present)))).toEqual(['Query']);
  });
});

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
