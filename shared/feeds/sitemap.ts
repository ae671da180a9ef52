import { DAY_S } from '../platform/core/durations.ts';
import { nowTs } from '../platform/core/clock.ts';
import { nextMonth, toIsoTime, toMonth, toMonthStart } from '../platform/values/dates.ts';
import { makePosition } from '../platform/values/position.ts';
import { site } from '../platform/site/site.ts';
import { choosePublicFile } from '../library/images/public-file.ts';
import { Images } from '../library/images/record.ts';
import { changedTs } from '../posts/record/modified.ts';
import { buildAddresses } from '../posts/paths/permalink.ts';
import { toStoryUrl } from '../platform/text/site-paths.ts';
import type { PackedPost } from '../posts/record/post.ts';
import { readPacked } from '../posts/record/read.ts';
import { listPostSections, type PostRecord } from '../posts/record/record.ts';
import { readDirectory } from '../taxonomy/sections/read.ts';
import { secondsRange } from '../platform/store/query/scan-range.ts';
import { xmlElement } from '../platform/text/xml.ts';
import { listPostPages, listSectionPages, mergePages, type PageUrl } from './pages-sitemap.ts';
import { readPublicPosts } from './public-posts.ts';
import { readOrMakeSitemap, type SitemapUrl } from './stored-sitemap.ts';

export const XML_TYPE = 'application/xml; charset=utf-8';

/** The protocol limits a sitemap to 50,000 URLs, and Lambda a response to 6 MB. A larger month keeps its newest posts. */
const MAX_PAGES = 50_000;
const MAX_POSTS = 10_000;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const IMAGE = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

/** The index lists no later months. Posts may be dated up to a hundred years ahead, and appear when their month comes closer. */
const MAX_AHEAD_S = 366 * DAY_S;

/**
 * Writes the index of the sitemaps: that of the news, that of the sections, and two for each month, from the month of the oldest public post
 * to the present one or to that of a post that is dated ahead.
 */
export async function writeSitemapIndex(): Promise<string> {
  const { baseUrl } = site();
  const [[oldest], [newest]] = await Promise.all([
    readPublicPosts({ direction: 'oldest', limit: 1 }),
    readPublicPosts({ limit: 1 }),
  ]);
  const now = nowTs();
  const newestTs = Math.min(newest?.value.created_ts ?? now, now + MAX_AHEAD_S);
  const months = monthsBetween(Math.min(oldest?.value.created_ts ?? now, now), Math.max(newestTs, now));
  const names = ['news', 'pages', ...months, ...months.map(month => `pages-${month}`)];
  const sitemaps = names.map(
    name => `<sitemap>${xmlElement('loc', `${baseUrl}/sitemaps/${name}.xml`)}</sitemap>`,
  );
  return [DECLARATION, `<sitemapindex xmlns="${NAMESPACE}">`, ...sitemaps, '</sitemapindex>'].join('\n');
}

/**
 * Writes the sitemap of the public posts of a month in UTC, such as `2026-11`. It is stored, and made once after each change.
 * @throws Unavailable
 */
export async function writeMonthSitemap(month: string): Promise<string> {
  return await readOrMakeSitemap(
    { name: month, month },
    {
      readAll: async () => await toUrls(await readMonth(month, { limit: MAX_POSTS })),
      readSome: async ids => await toUrls(await readPublicIn(month, ids)),
      maxUrls: MAX_POSTS,
      write: urls => writeUrlSet(urls.map(({ text }) => text)),
      split: splitUrlSet,
    },
  );
}

/**
 * Writes the sitemap of the pages of tags and authors with public posts in a month, which is stored in the same way. Each such page has a post,
 * so the sitemaps of all months have all pages. @throws Unavailable
 */
export async function writePostPagesSitemap(month: string): Promise<string> {
  return await readOrMakeSitemap(
    { name: `pages#${month}`, month },
    {
      readAll: async () => await toPages(await readMonth(month, { limit: MAX_POSTS })),
      readSome: async ids => await toPages(await readPublicIn(month, ids)),
      maxUrls: MAX_POSTS,
      write: urls => {
        const pages = mergePages(urls.flatMap(url => url.pages ?? []));
        return writeUrlSet(pages.slice(0, MAX_PAGES).map(renderPage));
      },
    },
  );
}

async function toPages(posts: readonly Pick<PackedPost, 'value'>[]): Promise<SitemapUrl[]> {
  const pages = await listPostPages(posts.map(({ value }) => value));
  return posts.map(({ value: { created_ts, id } }, index) => ({
    at: makePosition(created_ts, id),
    text: '',
    pages: pages[index] ?? [],
  }));
}

/** Reads the newest public posts of the month, from `sinceTs` on. The Query reads only the month's entries. */
export async function readMonth(
  month: string,
  { limit, sinceTs = 0 }: { limit: number; sinceTs?: number },
): Promise<PackedPost[]> {
  const range = secondsRange(Math.max(sinceTs, toMonthStart(month)), toMonthStart(nextMonth(month)) - 1);
  return await readPublicPosts({ range, limit, maxExamined: Infinity, consistent: true });
}

/** Reads those posts among `ids` that are public and in the month. */
export async function readPublicIn(month: string, ids: readonly number[]): Promise<PackedPost[]> {
  const posts = await readPacked(ids, { content: false, stats: false, consistent: true });
  const directory = await readDirectory([...new Set(posts.flatMap(({ value }) => listPostSections(value)))]);
  return posts.filter(
    ({ value }) =>
      value.status === 'published' &&
      toMonth(value.created_ts) === month &&
      !directory.arePrivate(listPostSections(value)),
  );
}

/** Writes the sitemap of the front page and the sections. */
export async function writePagesSitemap(): Promise<string> {
  const lines = (await listSectionPages()).map(renderPage);
  return [DECLARATION, `<urlset xmlns="${NAMESPACE}">`, ...lines, '</urlset>'].join('\n');
}

function renderPage({ url, ts }: PageUrl): string {
  const lastmod = ts === undefined ? '' : xmlElement('lastmod', toIsoTime(ts));
  return `<url>${xmlElement('loc', url)}${lastmod}</url>`;
}

/** Makes a `<url>` for each post, with its lead image and what `more` adds. Each is one line, which `splitUrlSet` needs. */
export async function toUrls(
  found: readonly Pick<PackedPost, 'value'>[],
  more: (post: PostRecord) => string = () => '',
): Promise<SitemapUrl[]> {
  const posts = found.map(({ value }) => value);
  const [directory, images] = await Promise.all([
    readDirectory([...new Set(posts.flatMap(listPostSections))]),
    Images.known([...new Set(posts.flatMap(({ image_id }) => image_id ?? []))]),
  ]);
  const renderImage = ({ image_id, image_external }: PostRecord): string => {
    const image = images.get(image_id ?? NaN);
    const url = image ? choosePublicFile(image).url : image_external;
    return url ? `<image:image>${xmlElement('image:loc', url)}</image:image>` : '';
  };
  return posts.map(post => {
    const address = xmlElement('loc', toStoryUrl(buildAddresses(post, directory).post_url));
    const text = `<url>${address}${xmlElement('lastmod', toIsoTime(changedTs(post)))}${more(post)}${renderImage(post)}</url>`;
    return { at: makePosition(post.created_ts, post.id), text };
  });
}

/** Writes a `<urlset>`. A sitemap needs at least one URL, so an empty one gets that of the front page. */
export function writeUrlSet(urls: readonly string[], namespaces = ''): string {
  const frontPage = `<url>${xmlElement('loc', `${site().baseUrl}/`)}</url>`;
  const lines = urls.length > 0 ? urls : [frontPage];
  return [DECLARATION, `<urlset xmlns="${NAMESPACE}" ${IMAGE}${namespaces}>`, ...lines, '</urlset>'].join(
    '\n',
  );
}

/** Finds the URLs of posts in a written `<urlset>`. They have a `<lastmod>`, which the URL of the front page lacks. */
export function splitUrlSet(text: string): string[] {
  return text.split('\n').filter(line => line.startsWith('<url>') && line.includes('<lastmod>'));
}

function monthsBetween(from: number, to: number): string[] {
  const months: string[] = [];
  const last = toMonth(to);
  for (let month = toMonth(from); month <= last; month = nextMonth(month)) months.unshift(month);
  return months;
}
