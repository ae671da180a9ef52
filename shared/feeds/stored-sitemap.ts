import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../core/clock.ts';
import { idAt, type Position } from '../core/position.ts';
import { site } from '../core/site.ts';
import { CHANGED, sitemapPartition, sitemapPostsPartition } from '../posts/months.ts';
import { convertUnderLease } from '../rendering/conversion-lease.ts';
import { sectionDirectory } from '../sections/read.ts';
import { putItem } from '../store/put.ts';
import { queryItems, type Item } from '../store/table.ts';
import { gunzipText, gzipText } from '../text/gzip.ts';

/**
 * The stored sitemaps of months, compressed, in as many items as they need:
 *   SAFE#sitemap#<month> / part#<number>         the text
 *   SAFE#sitemap#<month>#posts / part#<number>   the positions of its posts, in the order of its URLs, and the marks that it was made of
 * Each part of the text names the state that it was made of: the marks of changed posts (posts/months.ts), the revision of the sections, which
 * addresses and visibility depend on, and the site's settings. One Query reads marks and parts. A sitemap is shown for a day at most, after
 * which changes that none of these shows, such as another file of an image, are in it too.
 *
 * After a change of posts, only the URLs of those posts are made: the marks name them. Marks are read before the posts, and the items of one
 * writing share a `generation`, so that a reader who finds those of two writings makes the sitemap as if there were none.
 */
const LIFE_S = 86_400;
/** An item has at most 400 KB. */
const MAX_PART_BYTES = 350_000;
const PART = 'part#';

const Part = v.object({
  /** Absent from parts that release 0.1 stored. */
  generation: v.optional(v.string()),
  state: v.string(),
  count: v.number(),
  expires: v.number(),
  zipped: v.instance(Uint8Array),
});
type Part = v.InferOutput<typeof Part>;

const Posts = v.object({
  /** The state without the marks. */
  basis: v.string(),
  marks: v.array(v.tuple([v.string(), v.number()])),
  positions: v.array(v.string()),
});
type Posts = v.InferOutput<typeof Posts>;

/** The URL of a post in a sitemap. */
export interface SitemapUrl {
  at: Position;
  text: string;
}

/** What a sitemap is made of. */
export interface SitemapSource {
  /** All URLs, newest first. */
  readAll: () => Promise<SitemapUrl[]>;
  /** Those of these posts. */
  readSome: (ids: readonly number[]) => Promise<SitemapUrl[]>;
  /** No more URLs are in it. */
  maxUrls: number;
  write: (urls: readonly SitemapUrl[]) => string;
  /** The URLs in a text that `write` has written. */
  split: (text: string) => string[];
}

/** What is stored of a month. */
interface Stored {
  basis: string;
  marks: ReadonlyMap<string, number>;
  state: string;
  /** The parts of one writing, of whatever state. */
  parts: readonly Part[];
  /** The text, if it is of the present state. */
  text?: string;
}

/** The stored sitemap of a month; made, by one request at a time, when there is none of the present state. @throws Unavailable */
export async function readOrMakeSitemap(month: string, source: SitemapSource): Promise<string> {
  let stored = await readStored(month, false);
  if (stored.text !== undefined) return stored.text;
  return await convertUnderLease(
    `sitemap#${month}`,
    async () => {
      stored = await readStored(month, true);
      return stored.text;
    },
    () => make(month, stored, source),
  );
}

async function readStored(month: string, consistent: boolean): Promise<Stored> {
  const [items, directory] = await Promise.all([
    queryItems({ pk: sitemapPartition(month), consistent }),
    sectionDirectory(),
  ]);
  const marks = new Map(
    items
      .filter(({ sk }) => String(sk).startsWith(CHANGED))
      .map(({ sk, version }) => [String(sk).slice(CHANGED.length), Number(version)]),
  );
  const basis = basisOf(directory.head.rev);
  const state = stateOf(basis, marks);
  const parts = partsIn(items);
  const isCurrent = parts.length > 0 && parts.every(part => part.state === state);
  return { basis, marks, state, parts, ...(isCurrent && { text: await unzip(parts) }) };
}

/** The parts of one writing; none if one is missing or expired. */
function partsIn(items: readonly Item[]): Part[] {
  const all = items.filter(({ sk }) => String(sk).startsWith(PART)).map(item => v.parse(Part, item));
  const [first] = all;
  const parts = all.filter(({ generation }) => generation === first?.generation);
  return parts.length === first?.count && first.expires > nowTs() ? parts : [];
}

async function unzip(parts: readonly { zipped: Uint8Array }[]): Promise<string> {
  return await gunzipText(Buffer.concat(parts.map(({ zipped }) => zipped)));
}

function basisOf(rev: number): string {
  const { baseUrl, permalink, features, mediaBaseUrl } = site();
  return JSON.stringify([rev, baseUrl, permalink, features.pageList, mediaBaseUrl]);
}

function stateOf(basis: string, marks: ReadonlyMap<string, number>): string {
  const hash = createHash('sha256').update(basis);
  for (const [post, version] of marks) hash.update(`${CHANGED}${post} ${version}\n`);
  return hash.digest('base64url');
}

/** Makes the sitemap: of what is stored and of the posts that have changed since, else of all posts. */
async function make(month: string, stored: Stored, source: SitemapSource): Promise<string> {
  const known = await readKnown(month, stored, source);
  const urls = (known && (await update(known, stored, source))) ?? (await source.readAll());
  const text = source.write(urls);
  await store(month, { ...stored, expires: known?.expires ?? nowTs() + LIFE_S }, { text, urls });
  return text;
}

interface Known {
  urls: SitemapUrl[];
  marks: ReadonlyMap<string, number>;
  expires: number;
}

/** The stored URLs, if they are of the present sections and settings. */
async function readKnown(
  month: string,
  { parts, basis }: Stored,
  { split }: SitemapSource,
): Promise<Known | undefined> {
  const [first] = parts;
  if (first?.generation === undefined) return undefined;
  const found = partsIn(await queryItems({ pk: sitemapPostsPartition(month), consistent: true }));
  if (found[0]?.generation !== first.generation) return undefined;
  const posts: Posts = v.parse(Posts, JSON.parse(await unzip(found)));
  const texts = split(await unzip(parts));
  if (posts.basis !== basis || texts.length !== posts.positions.length) return undefined;
  const urls = posts.positions.map((at, index) => ({ at, text: texts[index] ?? '' }));
  return { urls, marks: new Map(posts.marks), expires: first.expires };
}

/** @returns undefined when URLs may be missing that did not fit before */
async function update(
  { urls, marks: before }: Known,
  { marks }: Stored,
  { readSome, maxUrls }: SitemapSource,
): Promise<SitemapUrl[] | undefined> {
  const marked = [...marks].filter(([post, version]) => before.get(post) !== version);
  const changed = new Set(marked.map(([post]) => Number(post)));
  const others = urls.filter(({ at }) => !changed.has(idAt(at)));
  const updated = [...others, ...(await readSome([...changed]))].sort((a, b) => (a.at < b.at ? 1 : -1));
  return urls.length === maxUrls && updated.length < maxUrls ? undefined : updated.slice(0, maxUrls);
}

async function store(
  month: string,
  { state, basis, marks, expires }: Stored & { expires: number },
  { text, urls }: { text: string; urls: readonly SitemapUrl[] },
): Promise<void> {
  const posts: Posts = { basis, marks: [...marks], positions: urls.map(({ at }) => at) };
  const common = { generation: randomUUID(), state, expires };
  const items = await Promise.all([
    toItems(sitemapPartition(month), text, common),
    toItems(sitemapPostsPartition(month), JSON.stringify(posts), common),
  ]);
  await Promise.all(items.flat().map(putItem));
}

async function toItems(pk: string, text: string, common: Item): Promise<Item[]> {
  const zipped = await gzipText(text);
  const count = Math.ceil(zipped.length / MAX_PART_BYTES);
  return Array.from({ length: count }, (_, part) => ({
    ...common,
    pk,
    sk: `${PART}${part}`,
    count,
    zipped: zipped.subarray(part * MAX_PART_BYTES, (part + 1) * MAX_PART_BYTES),
  }));
}
