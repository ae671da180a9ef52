import { Validator } from '@cfworker/json-schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { JSON_FEED, useXmlCheck } from '../../support/web/feed-schemas.ts';
import { listAttributes, parseXml, listTexts } from '../../support/web/xml.ts';
import { useApi } from '../../support/api/api.ts';
import { makeImage } from '../../support/resources/images.ts';
import { makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi({
  features: { publicRead: true },
  siteTitle: 'The Courier',
  baseUrl: 'https://news.example',
  language: 'pt-BR',
  feeds: { items: 3, hub: 'https://hub.example/?a=1&b=2' },
});
const checkXml = useXmlCheck();
const FEEDS = { rss: '/feeds/rss.xml', atom: '/feeds/atom.xml', json: '/feeds/feed.json' };
const HOSTILE = 'A <b>&amp; "q" ]]> <![CDATA[ \u0000\u0008\u001f\ufffe &#0; é\n😀';
const SHOWN = HOSTILE.replaceAll(/[\u0000\u0008\u001f\ufffe\n]/g, '');
let post: any;
let image: any;

async function read(path: string): Promise<string> {
  return await ok(api.get(path, { key: null }));
}

async function expectValid(path: string): Promise<void> {
  const text = await read(path);
  if (path.includes('.json')) {
    const { valid, errors } = new Validator(JSON_FEED as object, '2020-12').validate(JSON.parse(text));
    expect([valid, errors]).toEqual([true, []]);
  } else checkXml(text, path.includes('rss') ? 'rss' : 'atom');
}

beforeAll(async () => {
  image = await makeImage(api);
  await makeSection(api, { title: 'Town Hall', url: 'town-hall' });
  await makePost(api, { headline: 'Oldest', created_ts: 1_600_000_000 });
  await makePost(api, {
    headline: 'Older',
    created_ts: 1_650_000_000,
    sections: ['town-hall'],
    body: '<p>Short.</p>',
  });
  const dates = { created_ts: 1_700_000_000, updated_ts: 1_700_000_500 };
  const texts = { headline: 'Bridge opens', subheadline: 'After years', body: '<p>Whole</p>' };
  post = await makePost(api, { ...texts, ...dates, tags: ['bridge & tunnel', '*desk'], image_id: image.id });
});

describe('GET /feeds/{format}', () => {
  it('answers RSS with the newest posts', async () => {
    const feed = parseXml(await read(FEEDS.rss));
    const [channel] = feed.children;
    const [item] = channel!.children.filter(({ name }) => name === 'item');

    expect(listTexts(channel!, 'title')).toEqual(['The Courier', 'Bridge opens', 'Older', 'Oldest']);
    expect(listAttributes(channel!, 'atom:link')).toEqual([
      { href: 'https://news.example/feeds/rss.xml', rel: 'self', type: 'application/rss+xml' },
      { href: 'https://hub.example/?a=1&b=2', rel: 'hub' },
    ]);
    expect(listTexts(channel!, 'lastBuildDate')[0]).not.toBe('');
    expect(item!.children.map(({ name, text, attributes }) => [name, text, attributes])).toEqual([
      ['title', 'Bridge opens', {}],
      ['link', 'https://news.example/bridge-opens', {}],
      ['description', 'After years', {}],
      ['category', 'bridge & tunnel', {}],
      ['enclosure', '', { url: image.thumbnails['980x'], length: '0', type: 'image/jpeg' }],
      [
        'guid',
        expect.stringMatching(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
        { isPermaLink: 'false' },
      ],
      ['pubDate', 'Tue, 14 Nov 2023 22:13:20 GMT', {}],
      ['dc:creator', post.author_title, {}],
    ]);
  });

  it('answers Atom with the same posts', async () => {
    const feed = parseXml(await read(FEEDS.atom));
    const [entry] = feed.children.filter(({ name }) => name === 'entry');

    expect(feed.attributes['xml:lang']).toBe('pt-BR');
    expect(listTexts(entry!, 'title')).toEqual(['Bridge opens']);
    expect(listTexts(entry!, 'summary')).toEqual(['After years']);
    expect(listTexts(entry!, 'published')).toEqual(['2023-11-14T22:13:20.000Z']);
    expect(listTexts(entry!, 'updated')).toEqual(['2023-11-14T22:21:40.000Z']);
    expect(listAttributes(entry!, 'link')).toEqual([
      { href: 'https://news.example/bridge-opens', rel: 'alternate', type: 'text/html' },
      { href: image.thumbnails['980x'], rel: 'enclosure', type: 'image/jpeg' },
    ]);
  });

  it('answers JSON Feed with the same posts', async () => {
    const feed = JSON.parse(await read(FEEDS.json));

    expect(feed).toMatchObject({
      title: 'The Courier',
      language: 'pt-BR',
      home_page_url: 'https://news.example/',
    });
    expect(feed.hubs).toEqual([{ type: 'WebSub', url: 'https://hub.example/?a=1&b=2' }]);
    expect(feed.items[0]).toEqual({
      id: expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/),
      url: 'https://news.example/bridge-opens',
      title: 'Bridge opens',
      summary: 'After years',
      content_text: 'After years',
      date_published: '2023-11-14T22:13:20.000Z',
      date_modified: '2023-11-14T22:21:40.000Z',
      tags: ['bridge & tunnel'],
      authors: [{ name: post.author_title, url: expect.any(String), avatar: expect.any(String) }],
      image: image.thumbnails['980x'],
      attachments: [{ url: image.thumbnails['980x'], mime_type: 'image/jpeg' }],
    });
  });

  it.each([
    ['section=town-hall', 'Town Hall – The Courier', 'https://news.example/town-hall', ['Older']],
    ['section=Town%20Hall', 'Town Hall – The Courier', 'https://news.example/town-hall', ['Older']],
    ['section=home', 'The Courier', 'https://news.example/', []],
    ['tag=Bridge%20%26%20tunnel', 'Bridge & tunnel – The Courier', 'https://news.example/', ['Bridge opens']],
    ['tag=nothing', 'nothing – The Courier', 'https://news.example/', []],
    [
      'author=admin',
      'admin – The Courier',
      'https://news.example/u/admin/',
      ['Bridge opens', 'Older', 'Oldest'],
    ],
  ])('answers the feed of ?%s', async (query, title, url, headlines) => {
    const feed = JSON.parse(await read(`${FEEDS.json}?${query}`));

    expect(feed).toMatchObject({ title, home_page_url: url });
    expect((feed.items ?? []).map((item: { title: string }) => item.title)).toEqual(headlines);
    for (const path of Object.values(FEEDS)) await expectValid(`${path}?${query}`);
  });

  it('answers with the media type of its format, and with 304 to its ETag', async () => {
    for (const [path, type] of [
      [FEEDS.rss, 'application/rss+xml; charset=utf-8'],
      [FEEDS.atom, 'application/atom+xml; charset=utf-8'],
      [FEEDS.json, 'application/feed+json; charset=utf-8'],
    ] as const) {
      const { headers } = await api.get(path, { key: null });
      expect(headers.get('content-type')).toBe(type);
      expect(headers.get('cache-control')).toBe('public, max-age=30');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; sandbox;/);
      const sent = { 'if-none-match': headers.get('etag')! };
      expect(await api.get(path, { key: null, headers: sent })).toMatchObject({
        status: 304,
        body: undefined,
      });
    }
  });

  it('returns 404 for an unknown format, section and author, and 400 for two subjects', async () => {
    for (const [path, message] of [
      ['rdf.xml', 'There is no feed of this format'],
      ['rss.xml?section=nowhere', 'There is no section of this name'],
      ['rss.xml?author=nobody', 'There is no author of this name'],
    ] as const)
      expectRefused(await api.get(`/feeds/${path}`), 404, 'not_found', message);
    const both = 'section, tag and author exclude each other';
    expectRefused(await api.get('/feeds/rss.xml?section=a&tag=b'), 400, 'invalid_input', both);
  });

  it('names no time in the future as a last change, but shows the date that a post is given', async () => {
    const created_ts = nowTs() + 40 * 86_400;
    const dates = { created_ts, updated_ts: 1_700_000_000 };
    const { id } = await makePost(api, { headline: 'Dated ahead', ...dates, tags: ['ahead'] });
    const [atom, feed] = [`${FEEDS.atom}?tag=ahead`, `${FEEDS.json}?tag=ahead`];
    const changed = '2023-11-14T22:13:20.000Z';

    expect(listTexts(parseXml(await read(atom)), 'updated')).toEqual([changed, changed]);
    expect(JSON.parse(await read(feed)).items).toMatchObject([
      { date_published: new Date(created_ts * 1000).toISOString(), date_modified: changed },
    ]);
    // The other tests expect their own posts among the newest ones.
    await ok(api.delete(`/posts/${id}`));
  });

  it('stays valid for texts with markup and characters that XML does not allow', async () => {
    const texts = { headline: HOSTILE, subheadline: HOSTILE, body: HOSTILE };
    const { id } = await makePost(api, {
      ...texts,
      tags: [HOSTILE],
      image_external: 'https://x.example/"&<>',
    });
    for (const path of Object.values(FEEDS)) await expectValid(path);
    const [title, own] = listTexts(parseXml(await read(FEEDS.rss)), 'title');
    expect(title).toBe('The Courier');
    expect(own).toBe(SHOWN);
    await ok(api.delete(`/posts/${id}`));
  });
});

describe('GET /feeds/{format} of an empty site', () => {
  it('answers a valid feed, always the same', async () => {
    for (const path of Object.values(FEEDS)) {
      await expectValid(`${path}?tag=none`);
      expect(await read(`${path}?tag=none`)).toBe(await read(`${path}?tag=none`));
    }
  });
});
