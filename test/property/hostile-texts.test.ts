import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import { Authors } from '../../shared/people/authors/record.ts';
import { newId } from '../../shared/platform/core/ids.ts';
import { CHANGED, monthMarkKey } from '../../shared/posts/record/months.ts';
import { contentKey, postKey } from '../../shared/posts/record/record.ts';
import { SECTION } from '../../shared/taxonomy/sections/record.ts';
import { putItem } from '../../shared/platform/store/put.ts';
import { getItem, type Key } from '../../shared/platform/store/table.ts';
import { useApi } from '../support/api/api.ts';
import { makePost, makeSection, ok } from '../support/resources/posts.ts';
import { allowDisagreements } from '../support/table/checked-table.ts';
import { advanceClock } from '../support/time/clock.ts';
import { cleanedLine, cleanedText, HOSTILE_PIECES } from '../support/values/hostile-texts.ts';
import { rounds } from '../support/run/rounds.ts';
import { listAttributes, parseXml, listTexts, type XmlNode } from '../support/web/xml.ts';

const SITE = 'The Courier';
allowDisagreements(/^(?:list|terms|number: POST_TAGS)\b/, 'it stores texts past the service');

const api = useApi({
  features: { publicRead: true },
  siteTitle: SITE,
  baseUrl: 'https://news.example',
  feeds: { fullText: true },
});
const PATHS = ['/feeds/rss.xml', '/feeds/atom.xml', '/feeds/feed.json'];
const POSTS = 2;

const hostile = fc
  .array(fc.constantFrom(...HOSTILE_PIECES), { maxLength: 12 })
  .map(pieces => `a${pieces.join('')}z`);
const cases = fc.record({
  headline: hostile,
  meta_description: hostile,
  tag: hostile,
  body: hostile,
  first_name: hostile,
  title: hostile,
  image_external: hostile.map(text => `https://x.example/${text}`),
});
type Texts = typeof cases extends fc.Arbitrary<infer T> ? T : never;

let post: number;
let author: number;
let section: number;

beforeAll(async () => {
  ({ id: author } = await ok(api.post('/api/1.1/authors', { first_name: 'Ann', last_name: 'Lee' })));
  ({ id: section } = await makeSection(api, { title: 'Desk', url: 'desk' }));
  await makePost(api, { headline: 'Other', sections: [section], roar_author_ids: [author] });
  const fields = { sections: [section], roar_author_ids: [author], body: '<p>x</p>', tags: ['x'] };
  ({ id: post } = await makePost(api, { headline: 'Hostile', ...fields }));
});

/** The fields of a post's record and the body. */
function recordFields({ headline, meta_description, tag, image_external }: Texts): object {
  return { headline, meta_description, image_external, tags: [tag] };
}

async function sendAll(texts: Texts): Promise<void> {
  const { first_name, title, body } = texts;
  await ok(api.put(`/api/1.1/authors/${author}`, { first_name, last_name: 'Lee' }));
  await ok(api.put(`/sections/${section}`, { title }));
  await ok(api.put(`/posts/${post}`, { ...recordFields(texts), body }));
}

/** Writes texts into the table as a release that did not clean them would have. */
async function storeAll(texts: Texts): Promise<void> {
  const { first_name, title, body } = texts;
  await changeItem(Authors.key(author), 'data', { first_name });
  await changeItem(SECTION.key(section), 'data', { title });
  await changeItem(postKey(post), 'data', recordFields(texts));
  await changeItem(contentKey(post), 'text', { body });
  await outdateSitemap();
}

/** As the write of a post does. */
async function outdateSitemap(): Promise<void> {
  const month = new Date().toISOString().slice(0, 7);
  const expires = Math.floor(Date.now() / 1000) + 86_400;
  await putItem({ pk: monthMarkKey.partition(month), sk: `${CHANGED}${post}`, version: newId(), expires });
}

async function changeItem(key: Key, attribute: string, fields: object): Promise<void> {
  const item = await getItem(key, { consistent: true });
  const value: object = JSON.parse(String(item?.[attribute]));
  await putItem({ ...item, [attribute]: JSON.stringify({ ...value, ...fields }) });
}

async function read(path: string): Promise<string> {
  return await ok(api.get(path, { key: null }));
}

/** What a reader of any of the formats finds. */
interface Found {
  titles: string[];
  title: string;
  summary: string;
  tags: string[];
  author: string;
  html: string;
}

/** An address has no line break, which parsers of RSS and Atom leave out of it. */
function fromXml(feed: XmlNode, names: Record<'item' | 'summary' | 'creator' | 'html', string>): Found {
  const items = findItems(feed, names.item);
  const one = items[0]!;
  const [author = ''] = names.creator === 'name' ? listTexts(one, 'name') : listTexts(one, names.creator);
  const terms = listAttributes(one, 'category').flatMap(({ term }) => term ?? []);
  return {
    titles: items.flatMap(item => listTexts(item, 'title')),
    title: listTexts(feed, 'title')[0]!,
    summary: listTexts(one, names.summary)[0]!,
    tags: terms.length > 0 ? terms : listTexts(one, 'category'),
    author,
    html: listTexts(one, names.html)[0]!,
  };
}

function findItems(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap(child => (child.name === name ? [child] : findItems(child, name)));
}

function fromJson(feed: any): Found {
  const [one] = feed.items;
  return {
    titles: feed.items.map((item: any) => item.title),
    title: feed.title,
    summary: one.summary,
    tags: one.tags,
    author: one.authors[0].name,
    html: one.content_html.replaceAll(/\r\n?/g, '\n'),
  };
}

async function readFeeds(): Promise<Found[]> {
  const [rss, atom, json] = await Promise.all(PATHS.map(path => read(`${path}?section=desk`)));
  const rssNames = { item: 'item', summary: 'description', creator: 'dc:creator', html: 'content:encoded' };
  const atomNames = { item: 'entry', summary: 'summary', creator: 'name', html: 'content' };
  return [
    fromXml(parseXml(rss!), rssNames),
    fromXml(parseXml(atom!), atomNames),
    fromJson(JSON.parse(json!)),
  ];
}

async function expectFeeds(texts: Texts): Promise<void> {
  const found = await readFeeds();
  const body = (await safeBody()).replaceAll(/\r\n?/g, '\n');
  for (const feed of found)
    expect(feed).toEqual({
      titles: [cleanedLine(texts.headline), 'Other'],
      title: `${cleanedLine(texts.title)} – ${SITE}`,
      summary: cleanedText(texts.meta_description),
      tags: [cleanedLine(texts.tag)],
      author: `${cleanedLine(texts.first_name)} Lee`,
      html: body,
    });
  expect(cleanedText(body)).toBe(body);
}

async function safeBody(): Promise<string> {
  const query = { render_shortcodes: 1, safe: 1 };
  return (await ok(api.get(`/posts/${post}`, { query }))).body_html;
}

async function expectSitemaps({ headline, image_external }: Texts): Promise<void> {
  const month = new Date().toISOString().slice(0, 7);
  const [news, posts] = await Promise.all(
    ['news', month].map(async name => parseXml(await read(`/sitemaps/${name}.xml`))),
  );
  expect(listTexts(news!, 'news:title')).toEqual([cleanedLine(headline), 'Other']);
  for (const sitemap of [news!, posts!])
    expect(listTexts(sitemap, 'image:loc')).toEqual([cleanedLine(image_external)]);
  expect(listTexts(news!, 'loc')).toHaveLength(POSTS);
}

async function expectHead({ headline, title, meta_description }: Texts): Promise<void> {
  const { head_html } = await ok(api.get(`/posts/${post}`, { query: { render: 'head' } }));
  const nodes = parseFragment(head_html).childNodes.filter(node => 'attrs' in node);
  const meta = (name: string) =>
    nodes
      .filter(({ attrs }) => attrs.some(({ value }) => value === name))
      .map(({ attrs }) => attrs.find(attribute => attribute.name === 'content')?.value);
  const oneLine = (text: string) => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  expect(new Set(nodes.map(({ tagName }) => tagName))).toEqual(new Set(['title', 'meta', 'link', 'script']));
  expect(meta('og:title')).toEqual([oneLine(cleanedLine(headline))]);
  expect(meta('description')).toEqual([oneLine(cleanedText(meta_description))]);
  expect(meta('article:section')).toEqual([cleanedLine(title)]);
}

async function expectDocuments(texts: Texts): Promise<void> {
  // The references of other records are cached for some seconds.
  advanceClock(10);
  await expectFeeds(texts);
  await expectSitemaps(texts);
  await expectHead(texts);
}

const RUNS = rounds(6, 150);

describe('feeds, sitemaps and head tags with hostile texts', () => {
  it('give the same items and texts for any text that is sent, which is stored clean', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async texts => {
        await sendAll(texts);
        await expectDocuments(texts);
        const { headline, tags } = JSON.parse(
          String((await getItem(postKey(post), { consistent: true }))?.data),
        );
        expect([headline, tags]).toEqual([cleanedLine(texts.headline), [cleanedLine(texts.tag)]]);
      }),
      { numRuns: RUNS },
    );
  });

  it('give the same items and texts for any text that was stored without being cleaned', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async texts => {
        await storeAll(texts);
        await expectDocuments(texts);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(['\u0000', '\u0001', '\u000b', '\u001f', '\ufffe', '\uffff', '\ud800'])(
    'have no forged item when a stored text has %j within the end of a CDATA section',
    async character => {
      const forged = `a]]${character}></title></item><item><title>Forged<![CDATA[`;
      const image_external = 'https://x.example/a.jpg';
      const texts = { headline: forged, meta_description: forged, tag: forged, first_name: forged };
      await storeAll({ ...texts, title: 'Desk', body: `<p title="${forged}">x</p>`, image_external });
      advanceClock(10);
      for (const { titles } of await readFeeds()) expect(titles).toEqual([cleanedLine(forged), 'Other']);
    },
  );
});
