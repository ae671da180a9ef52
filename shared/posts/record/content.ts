import * as v from 'valibot';
import { cleanData } from '../../platform/values/clean.ts';
import { DerivedCache } from '../../platform/core/derived-cache.ts';
import { TooLarge } from '../../platform/core/errors.ts';
import { assertMatches } from '../../platform/core/matches.ts';
import { utf8Length } from '../../platform/core/text-length.ts';
import type { Item } from '../../platform/store/table.ts';
import { gunzippedBytes, gunzipText } from '../../platform/text/gzip.ts';
import type { Listicle } from './listicle.ts';

/** The large fields of a post, in an item of their own: lists and edits of other fields neither read nor write them. */
export interface Content {
  body: string;
  listicle: Listicle;
}

export const EMPTY_CONTENT: Content = { body: '', listicle: {} };

export const MAX_BODY_BYTES = 2 * 2 ** 20;
/** A body whose JSON is larger could be stored, but not answered: an answer of Lambda has at most 6 MB. */
const MAX_BODY_AS_JSON_BYTES = 4_200_000;
/** A control character as an escape. */
const MAX_JSON_BYTES_PER_CHARACTER = 6;
export const MAX_LISTICLE_BYTES = 1_000_000;
/** A character of a string in memory. */
const MAX_BYTES_PER_CHARACTER = 2;

/** The stored item: JSON as `text`, gzipped as `zipped`, or the key of a gzipped S3 `object`. */
const ContentItem = v.object({
  pk: v.string(),
  content_version: v.number(),
  text: v.optional(v.string()),
  zipped: v.optional(v.instance(Uint8Array)),
  object: v.optional(v.string()),
});

/** @throws TooLarge for a body over 2 MiB or a listicle over 1 MB */
export function requireFitting({ body, listicle }: Content): void {
  if (!isFittingBody(body)) throw new TooLarge('body: must have at most 2 MiB');
  if (utf8Length(JSON.stringify(listicle)) > MAX_LISTICLE_BYTES)
    throw new TooLarge('listicle: must have at most 1 MB');
}

function isFittingBody(body: string): boolean {
  if (body.length * MAX_JSON_BYTES_PER_CHARACTER <= MAX_BODY_BYTES) return true;
  return utf8Length(body) <= MAX_BODY_BYTES && utf8Length(JSON.stringify(body)) <= MAX_BODY_AS_JSON_BYTES;
}

/** The key of the S3 object that a content item names, if any. */
export function readObjectKey(item: Item | undefined): string | null {
  return typeof item?.object === 'string' ? item.object : null;
}

const VersionedItem = v.object({ content_version: v.number() });

export function readContentVersion(item: Item): number {
  assertMatches(VersionedItem, item);
  return item.content_version;
}

/** A content with the length of its JSON. */
interface Unpacked {
  content: Content;
  length: number;
}

/**
 * Keeps the contents of some five hundred articles: decompression took a tenth of a list's processor time, and most requests are for the
 * same posts.
 */
const unpacked = new DerivedCache<Uint8Array, Unpacked>({
  isSame: (one, other) => Buffer.compare(one, other) === 0,
  maxBytes: 4_000_000,
});

/** A content that is not yet decompressed and parsed. */
interface Packed {
  /** The bytes of its JSON. */
  bytes: number;
  unpack: () => Promise<Unpacked>;
}

/** Reads the content of an item, which may be in S3. */
export async function fetchContent(item: Item): Promise<Packed> {
  const { pk, text, zipped: gzipped, object } = v.parse(ContentItem, item);
  if (text !== undefined) return { bytes: utf8Length(text), unpack: () => Promise.resolve(unpack(text)) };
  if (gzipped)
    return {
      bytes: gunzippedBytes(gzipped),
      unpack: async () => unpacked.get(pk, gzipped) ?? (await unpackOnce(pk, gzipped)),
    };
  const { getObject } = await import('../../platform/files/objects.ts');
  const stored = await getObject({ bucket: 'content', key: object ?? '' });
  return { bytes: gunzippedBytes(stored), unpack: async () => unpack(await gunzipText(stored)) };
}

export async function readContent(item: Item): Promise<Unpacked> {
  return await (await fetchContent(item)).unpack();
}

async function unpackOnce(pk: string, gzipped: Uint8Array): Promise<Unpacked> {
  const result = unpack(await gunzipText(gzipped));
  unpacked.set(pk, gzipped, result, gzipped.length + MAX_BYTES_PER_CHARACTER * result.length);
  return result;
}

const StoredListicle = v.custom<Listicle>(value => typeof value === 'object' && value !== null);
const StoredBody = v.object({ body: v.string(), listicle: StoredListicle });

function unpack(text: string): Unpacked {
  const content: unknown = JSON.parse(text);
  assertMatches(StoredBody, content);
  return { content: cleanData(content, text), length: text.length };
}
