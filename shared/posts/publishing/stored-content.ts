import { hash, randomUUID } from 'node:crypto';
import { utf8Length } from '../../platform/core/text-length.ts';
import { EMPTY_CONTENT, type Content } from '../record/content.ts';
import { contentKey, type ChangedWords } from '../record/record.ts';
import { countChangedWords } from '../revisions/changed-words.ts';
import { makeSafe } from '../rendering/safe-html.ts';
import { contentSource } from '../rendering/safe-post.ts';
import { storeSafe } from '../rendering/safe-store.ts';
import type { Item } from '../../platform/store/table.ts';
import { gzipText, plainUnlessSmaller } from '../../platform/text/gzip.ts';
import { enqueueCleanup } from './cleanup.ts';

const MAX_UNCOMPRESSED_LENGTH = 3_000;
/** Larger content is cheaper in S3 than as write units. An item of DynamoDB has at most 400 KB. */
const MAX_INLINE_BYTES = 64_000;

/** The attributes of the content item, without its version. `object`: the key of the S3 object that it names, which is stored already. */
export interface StoredContent {
  content: Content;
  fields: Item;
  /** The SHA-256 of its JSON. */
  hash: string;
  object: string | null;
  /** How its body differs from that before it. */
  words: ChangedWords;
  /** The content is its own safe form. */
  isSafeAsSent: boolean;
  /** Ends when the safe form of the content is stored, also when that fails. */
  safeForm: Promise<void>;
}

/**
 * Prepares content for the transaction. Large content is stored in S3 before the transaction that names it, under a new key. So an old
 * object that its post does not name is never going to be named, and is deleted (cleanup.ts).
 */
export async function storeContent(
  id: number,
  content: Content,
  before: Content | null = null,
): Promise<StoredContent> {
  const packed = await packContent(id, content);
  const words = countChangedWords(before ?? EMPTY_CONTENT, content);
  return { content, ...packed, words, ...makeSafeForm(id, content) };
}

/** Compresses a content, and stores a large one in S3. */
export async function packContent(
  id: number,
  content: Content,
): Promise<Pick<StoredContent, 'fields' | 'object' | 'hash'>> {
  const text = JSON.stringify(content);
  return { ...(await packText(id, text)), hash: hash('sha256', text) };
}

async function packText(id: number, text: string): Promise<Pick<StoredContent, 'fields' | 'object'>> {
  if (text.length <= MAX_UNCOMPRESSED_LENGTH) return { fields: { text }, object: null };
  const gzipped = await gzipText(text);
  if (gzipped.length <= MAX_INLINE_BYTES) return { fields: { zipped: gzipped }, object: null };
  const object = `content/${id}/${randomUUID()}`;
  const { putObject } = await import('../../platform/files/objects.ts');
  const bytes = await plainUnlessSmaller(text, gzipped);
  await Promise.all([enqueueCleanup(id), putObject({ bucket: 'content', key: object }, bytes)]);
  return { fields: { object, bytes: utf8Length(text) }, object };
}

/**
 * Makes the safe form of a content that is being saved. Most contents are safe as they were sent, which the record says. The
 * form of any other is stored outside of the transaction, while that is prepared and committed (posts/rendering/safe-store.ts).
 */
function makeSafeForm(id: number, content: Content): Pick<StoredContent, 'isSafeAsSent' | 'safeForm'> {
  const source = contentSource(id, content);
  const forms = source.texts.map(makeSafe);
  const isSafeAsSent = forms.every(
    ({ html, shortcodes }, index) => html === source.texts[index] && shortcodes.length === 0,
  );
  return { isSafeAsSent, safeForm: isSafeAsSent ? Promise.resolve() : storeSafe(source, forms) };
}

export function contentItem(id: number, version: number, stored: StoredContent): Item {
  return {
    ...contentKey(id),
    ...stored.fields,
    content_version: version,
  };
}
