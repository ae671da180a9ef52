import { randomUUID } from 'node:crypto';
import type { Content } from '../posts/content.ts';
import { contentKey } from '../posts/record.ts';
import type { Item } from '../store/table.ts';
import { pack } from '../text/gzip.ts';
import { enqueueCleanup } from './cleanup.ts';

const COMPRESS_FROM = 3_000;
/** Beyond this, S3 is cheaper than write units, and DynamoDB's 400 KB is far. */
const INLINE_UP_TO = 64_000;

/** What to put under the content key, once the version is known. `object`: the S3 key it needs, stored already. */
export interface StoredContent {
  fields: Item;
  object: string | null;
}

/**
 * Makes content ready to be committed. A large one goes to S3 before the transaction that names it, under a key never used
 * before: so an object that nobody names can be told from one about to be named by its age alone (cleanup.ts).
 */
export async function storeContent(id: number, content: Content): Promise<StoredContent> {
  const text = JSON.stringify(content);
  if (text.length <= COMPRESS_FROM) return { fields: { text }, object: null };
  const zipped = await pack(text);
  if (zipped.length <= INLINE_UP_TO) return { fields: { zipped }, object: null };
  const object = `content/${id}/${randomUUID()}`;
  const { putObject } = await import('../files/objects.ts');
  await Promise.all([enqueueCleanup(id), putObject({ bucket: 'content', key: object }, zipped)]);
  return { fields: { object }, object };
}

export function contentItem(id: number, version: number, stored: StoredContent): Item {
  return {
    ...contentKey(id),
    ...stored.fields,
    content_version: version,
  };
}
