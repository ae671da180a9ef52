import * as v from 'valibot';
import { nowTs } from '../platform/core/clock.ts';
import { CHANGED } from '../posts/record/months.ts';
import { itemKey, SAFE } from '../platform/store/item-key.ts';
import { putItem } from '../platform/store/put.ts';
import type { Item } from '../platform/store/table.ts';
import { gunzipText, gzipText } from '../platform/text/gzip.ts';

/**
 * A text of a stored sitemap, compressed, in as many items of a partition as it needs: part#<number>. The items of one writing share a
 * `generation`, so that a reader who finds those of two writings takes none.
 */
export const LIFE_S = 86_400;
export const textPartKey = itemKey(
  `${SAFE}sitemap#<name>`,
  'part#<part>',
  'sitemap of a month, or of its news',
  LIFE_S,
);
/** Only the next update of a sitemap reads the positions. */
export const postsPartKey = itemKey(`${SAFE}sitemap#<name>#posts`, 'part#<part>', 'its posts', LIFE_S);
/** An item has at most 400 KB. */
const MAX_PART_BYTES = 350_000;

const Part = v.object({
  /** Absent from parts that release 0.1 stored. */
  generation: v.optional(v.string()),
  state: v.string(),
  /** The sort key from which on marks count (sitemap-state.ts). Earlier versions stored none, and compared all. */
  since: v.optional(v.string(), CHANGED),
  count: v.number(),
  expires: v.number(),
  zipped: v.instance(Uint8Array),
});
export type Part = v.InferOutput<typeof Part>;

/** The parts of one writing; none if one is missing or expired. */
export function findParts(items: readonly Item[]): Part[] {
  const all = items
    .filter(({ sk }) => String(sk).startsWith(textPartKey.sortKey('')))
    .map(item => v.parse(Part, item));
  const [first] = all;
  const parts = all.filter(({ generation }) => generation === first?.generation);
  return parts.length === first?.count && first.expires > nowTs() ? parts : [];
}

export async function unzipParts(parts: readonly Part[]): Promise<string> {
  return await gunzipText(Buffer.concat(parts.map(({ zipped }) => zipped)));
}

/** Stores a text with these attributes. */
export async function storeParts(pk: string, text: string, common: Item): Promise<void> {
  const zipped = await gzipText(text);
  const count = Math.ceil(zipped.length / MAX_PART_BYTES);
  const items = Array.from({ length: count }, (_, part) => ({
    ...common,
    pk,
    sk: textPartKey.sortKey(String(part)),
    count,
    zipped: zipped.subarray(part * MAX_PART_BYTES, (part + 1) * MAX_PART_BYTES),
  }));
  await Promise.all(items.map(putItem));
}
