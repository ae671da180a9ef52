import { DAY_S } from '../platform/core/durations.ts';
import * as v from 'valibot';
import { nowTs } from '../platform/core/clock.ts';
import { CHANGED } from '../posts/record/months.ts';
import { itemKey, SAFE } from '../platform/store/item-key.ts';
import { putItem } from '../platform/store/put.ts';
import { splitIntoParts } from '../platform/store/records/item-size.ts';
import type { Item } from '../platform/store/table.ts';
import { gunzipText, gzipText } from '../platform/text/gzip.ts';

/**
 * A text of a stored sitemap is compressed and divided into items of one partition: part#<number>. The items of one write share a
 * `generation`, so that a reader who finds items of two writes ignores the mixture.
 */
export const LIFE_S = DAY_S;
export const textPartKey = itemKey(
  `${SAFE}sitemap#<name>`,
  'part#<part>',
  'sitemap of a month, or of its news',
  LIFE_S,
);
/** The partition of a sitemap's posts is separate from that of its text, because only an update of the sitemap reads it. */
export const postsPartKey = itemKey(`${SAFE}sitemap#<name>#posts`, 'part#<part>', 'its posts', LIFE_S);

const Part = v.object({
  /** Absent from parts that release 0.1 stored. */
  generation: v.optional(v.string()),
  state: v.string(),
  /** The text is valid for the marks from this sort key on (sitemap-state.ts). Earlier versions stored none and compared all marks. */
  since: v.optional(v.string(), CHANGED),
  count: v.number(),
  expires: v.number(),
  zipped: v.instance(Uint8Array),
});
export type Part = v.InferOutput<typeof Part>;

/** Returns the parts of one write; none if a part is missing or expired. */
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

/** Stores a text in parts, each with the attributes in `common`. */
export async function storeParts(pk: string, text: string, common: Item): Promise<void> {
  const parts = splitIntoParts(await gzipText(text));
  const items = parts.map((zipped, part) => ({
    ...common,
    pk,
    sk: textPartKey.sortKey(String(part)),
    count: parts.length,
    zipped,
  }));
  await Promise.all(items.map(putItem));
}
