import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../core/clock.ts';
import { site } from '../core/site.ts';
import { CHANGED, sitemapPartition } from '../posts/months.ts';
import { convertUnderLease } from '../rendering/conversion-lease.ts';
import { sectionDirectory } from '../sections/read.ts';
import { putItem } from '../store/put.ts';
import { queryItems, type Item } from '../store/table.ts';
import { gunzipText, gzipText } from '../text/gzip.ts';

/**
 * The stored sitemaps of months, compressed, in as many items as they need:
 *   SAFE#sitemap#<month> / part#<number>
 * Each part names the state that the sitemap was made of: the marks of changed posts (posts/months.ts), the revision of the sections, which
 * addresses and visibility depend on, and the site's settings. One Query reads marks and parts. A sitemap is shown for a day at most, after
 * which changes that none of these shows, such as another file of an image, are in it too.
 */
const LIFE_S = 86_400;
/** An item has at most 400 KB. */
const MAX_PART_BYTES = 350_000;
const PART = 'part#';

const Part = v.object({
  state: v.string(),
  count: v.number(),
  expires: v.number(),
  zipped: v.instance(Uint8Array),
});

/** The stored sitemap of a month; made, by one request at a time, when there is none of the present state. @throws Unavailable */
export async function readOrMakeSitemap(month: string, make: () => Promise<string>): Promise<string> {
  const stored = await readStored(month);
  if (stored.text !== undefined) return stored.text;
  return await convertUnderLease(
    `sitemap#${month}`,
    async () => (await readStored(month)).text,
    async () => {
      const { state } = await readStored(month);
      const text = await make();
      await store(month, state, text);
      return text;
    },
  );
}

async function readStored(month: string): Promise<{ state: string; text?: string }> {
  const [items, directory] = await Promise.all([
    queryItems({ pk: sitemapPartition(month), consistent: false }),
    sectionDirectory(),
  ]);
  const state = stateOf(items, directory.head.rev);
  const parts = items
    .filter(({ sk }) => String(sk).startsWith(PART))
    .map(item => v.parse(Part, item))
    .filter(part => part.state === state && part.expires > nowTs());
  const [first] = parts;
  if (!first || parts.length !== first.count) return { state };
  return { state, text: await gunzipText(Buffer.concat(parts.map(({ zipped }) => zipped))) };
}

function stateOf(items: readonly Item[], rev: number): string {
  const { baseUrl, permalink, features, mediaBaseUrl } = site();
  const hash = createHash('sha256');
  hash.update(JSON.stringify([rev, baseUrl, permalink, features.pageList, mediaBaseUrl]));
  for (const { sk, version } of items)
    if (String(sk).startsWith(CHANGED)) hash.update(`${String(sk)} ${String(version)}\n`);
  return hash.digest('base64url');
}

async function store(month: string, state: string, text: string): Promise<void> {
  const zipped = await gzipText(text);
  const count = Math.ceil(zipped.length / MAX_PART_BYTES);
  const expires = nowTs() + LIFE_S;
  const parts = Array.from({ length: count }, (_, part) => ({
    pk: sitemapPartition(month),
    sk: `${PART}${part}`,
    state,
    count,
    expires,
    zipped: zipped.subarray(part * MAX_PART_BYTES, (part + 1) * MAX_PART_BYTES),
  }));
  await Promise.all(parts.map(putItem));
}
