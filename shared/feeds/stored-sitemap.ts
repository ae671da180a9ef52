import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../platform/core/clock.ts';
import { idAt, type Position } from '../platform/values/position.ts';
import { parseMarkedPost } from '../posts/record/months.ts';
import { convertUnderLease } from '../posts/rendering/conversion-lease.ts';
import { queryItems } from '../platform/store/table.ts';
import type { DatedPage } from './pages-sitemap.ts';
import { findParts, LIFE_S, postsPartKey, storeParts, textPartKey, unzipParts } from './sitemap-parts.ts';
import { hashState, marksSince, readStored, type Sitemap, type StoredSitemap } from './sitemap-state.ts';

/**
 * A stored sitemap has posts of one month. Its name is the month, news#<month>, or pages#<month>:
 *   SAFE#sitemap#<name> / part#<number>         the text (sitemap-parts.ts)
 *   SAFE#sitemap#<name>#posts / part#<number>   the positions of its posts, in the order of its URLs, their pages, and the marks that count for it
 * Each part of the text names the state that it was made from: the marks of changed posts (posts/record/months.ts), the revision of the
 * sections, on which addresses and visibility depend, and the site's settings. A sitemap is stored for a day at most. Changes that this state
 * does not show, such as another file of an image, appear after that.
 *
 * After a change of posts, only the URLs of those posts are made again: the marks name them. Marks are read before the posts. The items of one
 * write share a `generation`, so that a reader who finds items of two writes makes the whole sitemap again.
 */
const Posts = v.object({
  /** The state without the marks. */
  basis: v.string(),
  marks: v.array(v.tuple([v.string(), v.number()])),
  positions: v.array(v.string()),
  /** The pages of each post, in a sitemap of pages. */
  pages: v.optional(v.array(v.array(v.tuple([v.string(), v.number()]))), []),
});
type Posts = v.InferOutput<typeof Posts>;

/** The entry of a post in a sitemap: its URL or, in a sitemap of pages, the pages of its tags and authors. */
export interface SitemapUrl {
  at: Position;
  text: string;
  pages?: readonly DatedPage[];
}

/** Functions that make the content of one sitemap. */
export interface SitemapSource {
  /** Makes all URLs, newest first. */
  readAll: () => Promise<SitemapUrl[]>;
  /** Makes the URLs of these posts. */
  readSome: (ids: readonly number[]) => Promise<SitemapUrl[]>;
  /** The sitemap has at most this many URLs. */
  maxUrls: number;
  write: (urls: readonly SitemapUrl[]) => string;
  /** Finds the URLs of posts in a text that `write` made; absent where `write` makes none. */
  split?: (text: string) => string[];
}

/** Reads the stored sitemap. If it is missing or outdated, one request at a time makes it. @throws Unavailable */
export async function readOrMakeSitemap(sitemap: Sitemap, source: SitemapSource): Promise<string> {
  let stored = await readStored(sitemap, { consistent: false });
  if (stored.text !== undefined) return stored.text;
  return await convertUnderLease(
    `sitemap#${sitemap.name}`,
    async () => {
      stored = await readStored(sitemap, { consistent: true });
      return stored.text;
    },
    () => make(sitemap.name, stored, source),
  );
}

/** Makes the sitemap from the stored one and the posts that have changed since, or else from all posts. */
async function make(name: string, stored: StoredSitemap, source: SitemapSource): Promise<string> {
  const known = await readKnown(name, stored, source);
  const urls = (known && (await update(known, stored, source))) ?? (await source.readAll());
  const text = source.write(urls);
  await store(name, { ...stored, expires: known?.expires ?? nowTs() + LIFE_S }, { text, urls });
  return text;
}

interface Known {
  urls: SitemapUrl[];
  marks: ReadonlyMap<string, number>;
  since: string;
  expires: number;
}

/** Reads the stored URLs. @returns undefined when the sections or settings have changed since, or nothing complete is stored */
async function readKnown(
  name: string,
  { parts, basis }: StoredSitemap,
  { split }: SitemapSource,
): Promise<Known | undefined> {
  const [first] = parts;
  if (first?.generation === undefined) return undefined;
  const found = findParts(await queryItems({ pk: postsPartKey.partition(name), consistent: true }));
  if (found[0]?.generation !== first.generation) return undefined;
  const posts: Posts = v.parse(Posts, JSON.parse(await unzipParts(found)));
  const { positions, pages } = posts;
  const texts = split?.(await unzipParts(parts));
  if (posts.basis !== basis || (texts && texts.length !== positions.length)) return undefined;
  const urls = positions.map((at, index) => ({
    at,
    text: texts?.[index] ?? '',
    ...(pages[index] && { pages: pages[index].map(([url, ts]) => ({ url, ts })) }),
  }));
  return { urls, marks: new Map(posts.marks), since: first.since, expires: first.expires };
}

/** Replaces the URLs of changed posts. @returns undefined when URLs may be missing because they did not fit before */
async function update(
  { urls, marks: before, since }: Known,
  { marks }: StoredSitemap,
  { readSome, maxUrls }: SitemapSource,
): Promise<SitemapUrl[] | undefined> {
  const marked = [...marksSince(marks, since)].filter(([mark, version]) => before.get(mark) !== version);
  const changed = new Set(marked.map(([mark]) => parseMarkedPost(mark)));
  const others = urls.filter(({ at }) => !changed.has(idAt(at)));
  const updated = [...others, ...(await readSome([...changed]))].sort((a, b) => (a.at < b.at ? 1 : -1));
  return urls.length === maxUrls && updated.length < maxUrls ? undefined : updated.slice(0, maxUrls);
}

async function store(
  name: string,
  { basis, marks, since, expires }: StoredSitemap & { expires: number },
  { text, urls }: { text: string; urls: readonly SitemapUrl[] },
): Promise<void> {
  const counted = marksSince(marks, since);
  const posts: Posts = {
    basis,
    marks: [...counted],
    positions: urls.map(({ at }) => at),
    pages: urls.flatMap(({ pages }) =>
      pages ? [pages.map(({ url, ts }): [string, number] => [url, ts])] : [],
    ),
  };
  const common = { generation: randomUUID(), state: hashState(basis, counted), since, expires };
  await Promise.all([
    storeParts(textPartKey.partition(name), text, common),
    storeParts(postsPartKey.partition(name), JSON.stringify(posts), common),
  ]);
}
