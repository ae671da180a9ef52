import * as v from 'valibot';
import { TooLarge } from '../core/errors.ts';
import { utf8Length } from '../core/size.ts';
import type { Item } from '../store/table.ts';
import { unpack } from '../text/gzip.ts';
import type { Listicle } from './listicle.ts';

/** The large fields of a post, kept apart so that lists and edits don't move them about. */
export interface Content {
  body: string;
  listicle: Listicle;
}

export const EMPTY_CONTENT: Content = { body: '', listicle: {} };

const MAX_BODY_BYTES = 2 * 2 ** 20;
/** A body whose JSON form is larger could be stored but not be answered within 6 MB. */
const MAX_BODY_AS_JSON_BYTES = 4_200_000;
const MAX_LISTICLE_BYTES = 1_000_000;

/** As stored: JSON as text, or gzipped, or the key of a gzipped object. */
const ContentItem = v.object({
  content_version: v.number(),
  text: v.optional(v.string()),
  zipped: v.optional(v.instance(Uint8Array)),
  object: v.optional(v.string()),
});

/** @throws TooLarge: the body over 2 MiB */
export function requireFitting({ body, listicle }: Content): void {
  if (utf8Length(body) > MAX_BODY_BYTES || utf8Length(JSON.stringify(body)) > MAX_BODY_AS_JSON_BYTES) {
    throw new TooLarge('body: must have at most 2 MiB');
  }
  if (utf8Length(JSON.stringify(listicle)) > MAX_LISTICLE_BYTES)
    throw new TooLarge('listicle: must have at most 1 MB');
}

/** The S3 key that a content item names, if it does. */
export function objectOf(item: Item | undefined): string | null {
  return typeof item?.object === 'string' ? item.object : null;
}

export function versionOf(item: Item): number {
  return v.parse(ContentItem, item).content_version;
}

/** A content as text, from wherever it lies. */
export async function contentText(item: Item): Promise<string> {
  const { text, zipped, object } = v.parse(ContentItem, item);
  if (text !== undefined) return text;
  if (zipped) return await unpack(zipped);
  const { getObject } = await import('../files/objects.ts');
  return await unpack(await getObject({ bucket: 'content', key: object ?? '' }));
}

const StoredListicle = v.custom<Listicle>(value => typeof value === 'object' && value !== null);
const StoredBody = v.object({ body: v.string(), listicle: StoredListicle });

export function parseContent(text: string): Content {
  return v.parse(StoredBody, JSON.parse(text));
}
