import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as v from 'valibot';
import { TooLarge } from '../http/errors.ts';
import type { Item } from '../store/table.ts';
import { utf8Length } from '../text/size.ts';
import type { Listicle } from './particles.ts';

/** The large fields of a post, kept apart so that lists and edits don't move them about. */
export interface Content {
  body: string;
  listicle: Listicle;
}

export const EMPTY_CONTENT: Content = { body: '', listicle: {} };

const unzip = promisify<Buffer, Buffer>(gunzip);

const LARGEST_BODY = 2 * 2 ** 20;
/** A body whose JSON form is larger could be stored but not be answered within 6 MB. */
const LARGEST_BODY_AS_JSON = 4_200_000;
const LARGEST_LISTICLE = 1_000_000;

/** As stored: JSON as text, or gzipped, or the key of a gzipped object. */
const ContentItem = v.object({
  content_version: v.number(),
  text: v.optional(v.string()),
  zipped: v.optional(v.instance(Uint8Array)),
  object: v.optional(v.string()),
});

/** @throws TooLarge: the body over 2 MiB */
export function requireFitting({ body, listicle }: Content): void {
  if (utf8Length(body) > LARGEST_BODY || utf8Length(JSON.stringify(body)) > LARGEST_BODY_AS_JSON) {
    throw new TooLarge('body: must have at most 2 MiB');
  }
  if (utf8Length(JSON.stringify(listicle)) > LARGEST_LISTICLE)
    throw new TooLarge('listicle: must have at most 1 MB');
}

/** The S3 key that a content item names, if it does. */
export const objectOf = (item: Item | undefined): string | null =>
  typeof item?.object === 'string' ? item.object : null;

export const versionOf = (item: Item): number => v.parse(ContentItem, item).content_version;

export async function loadContent(item: Item): Promise<Content> {
  const { text, zipped, object } = v.parse(ContentItem, item);
  if (text !== undefined) return parse(text);
  if (zipped) return parse((await unzip(Buffer.from(zipped))).toString());
  const { getObject } = await import('../files/objects.ts');
  return parse((await unzip(await getObject(object ?? ''))).toString());
}

const StoredListicle = v.custom<Listicle>(value => typeof value === 'object' && value !== null);
const StoredBody = v.object({ body: v.string(), listicle: StoredListicle });

const parse = (text: string): Content => v.parse(StoredBody, JSON.parse(text));
