import { DAY_S } from '../../platform/core/durations.ts';
import * as v from 'valibot';
import { nowTs } from '../../platform/core/clock.ts';
import { logError } from '../../platform/log/log.ts';
import type { Content } from '../record/content.ts';
import { unpackContent, type PackedPost } from '../record/post.ts';
import { itemKey, SAFE } from '../../platform/store/item-key.ts';
import { putItem } from '../../platform/store/put.ts';
import { splitIntoParts } from '../../platform/store/records/item-size.ts';
import { getAttributes, getItem, getItems, keyText, type Key } from '../../platform/store/table.ts';
import { gunzippedBytes, gunzipText, gzipText } from '../../platform/text/gzip.ts';
import { readBodyText } from '../../library/media/body-text.ts';
import { toSequence } from '../../platform/text/terms.ts';

/**
 * Long bodies of posts are stored in the form in which phrases are compared (platform/text/terms.ts), because making it from 2 MiB takes
 * 0.3 s of processor time. It is made when a post is indexed, or else when a search first reads the post, and stored for a year.
 *
 * Keys: SAFE#search#<post> / body#<part>, with the version of the content and of the form, which both decide the sequence. So an edit needs
 * no invalidation, simultaneous writers write the same, and where a crash leaves a part of it, the next search makes it again.
 */
const LIFE_S = 365 * DAY_S;
export const bodyPartKey = itemKey(
  `${SAFE}search#<post>`,
  'body#<part>',
  'searchable form of a body',
  LIFE_S,
);
/** The size of a content as JSON: making the sequence of a shorter one takes about as long as reading it. */
const MIN_CONTENT_BYTES = 100_000;
/** A change of `toSequence` or `readBodyText` needs another name: test/unit/posts/search/body-sequence.test.ts notices it. */
export const FORM = 'words 1';

const Part = v.object({ form: v.string(), parts: v.number(), zipped: v.instance(Uint8Array) });

type StoredPost = Pick<PackedPost, 'value' | 'packed'>;

/** Whether a post's body has a stored sequence. Contents in S3 that were stored before they named their bytes count as long. */
export function hasLongBody({ packed }: Pick<PackedPost, 'packed'>): boolean {
  if (!packed) return false;
  const { object, zipped } = packed;
  const bytes = zipped instanceof Uint8Array ? gunzippedBytes(zipped) : (packed.bytes ?? Infinity);
  return (zipped !== undefined || object !== undefined) && Number(bytes) >= MIN_CONTENT_BYTES;
}

/** The stored sequence of a long body; made and stored when there is none. A failure to store it is only logged. */
export async function readBodySequence(post: StoredPost): Promise<string> {
  const first = await getItem(partKey(post, 0), { consistent: false });
  const stored = first?.form === nameForm(post) ? await readStored(post, v.parse(Part, first)) : undefined;
  return stored ?? (await makeBodySequence(post, await unpackContent(post)));
}

/**
 * Makes and stores the sequence of a long body, unless one of this content is stored: its first part tells, of which only the form is
 * read. `content`: of the post
 */
export async function ensureBodySequence(post: StoredPost, content: Content): Promise<void> {
  const first = await getAttributes(partKey(post, 0), ['form']);
  if (first?.form !== nameForm(post)) await makeBodySequence(post, content);
}

async function makeBodySequence(post: StoredPost, { body }: Content): Promise<string> {
  const sequence = toSequence(readBodyText(body));
  await store(post, sequence).catch((error: unknown) =>
    logError('searchable body not stored', error, { id: post.value.id }),
  );
  return sequence;
}

async function store(post: StoredPost, sequence: string): Promise<void> {
  const parts = splitIntoParts(await gzipText(sequence));
  const items = parts.map((zipped, part) => ({
    ...partKey(post, part),
    form: nameForm(post),
    parts: parts.length,
    expires: nowTs() + LIFE_S,
    zipped,
  }));
  await Promise.all(items.map(putItem));
}

/** @returns undefined when a part is missing or of another content */
async function readStored(
  post: StoredPost,
  { parts, zipped }: v.InferOutput<typeof Part>,
): Promise<string | undefined> {
  const keys = Array.from({ length: parts - 1 }, (_, index) => partKey(post, index + 1));
  const items = await getItems(keys, { consistent: false });
  const others = keys.flatMap(key => {
    const item = items.get(keyText(key));
    return item?.form === nameForm(post) ? [v.parse(Part, item).zipped] : [];
  });
  return others.length === keys.length ? await gunzipText(Buffer.concat([zipped, ...others])) : undefined;
}

function nameForm({ value }: StoredPost): string {
  return `${FORM} ${value.content_version}`;
}

function partKey({ value }: StoredPost, part: number): Key {
  return bodyPartKey(value.id, String(part));
}
