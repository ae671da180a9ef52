import * as v from 'valibot';
import { itemKey } from '../../platform/store/item-key.ts';
import { parseRecord, type Versioned } from '../../platform/store/records/record.ts';
import type { Item } from '../../platform/store/table.ts';
import { gunzipText, gzipText } from '../../platform/text/gzip.ts';
import { contentName, PostRecord } from '../record/record.ts';

/**
 * A revision is a version of a post that another one has replaced. Access patterns and keys:
 *   of a post      REVISIONS#<post> / <version> {zipped: the record, content: the name of its content, replaced_ts, is_published}: one Query
 *   its content    REVISIONS#<post>#contents / <name> {as the content item}: one for all revisions with equal contents (contentName)
 *   to be thinned  REVISIONS / <time>#<post>: key only; jobs/thin-revisions.ts says when
 * The write that replaces a version puts its revision in its transaction, without reading: record and content are those that it replaces. The
 * content is put only when it is replaced too; until then it is the post's own. Both puts need no condition, because the transaction has that
 * of the record's version: of two simultaneous writers one commits, and the other then replaces the version that the first one made. A crash
 * leaves either the new version and the revision, or neither.
 * Thinning deletes revisions, and contents that none is left to name, under the condition that the post still has the version that was read
 * before its revisions: a simultaneous write may put a revision that names such a content.
 */
export const revisionKey = itemKey('REVISIONS#<post>', '<version>', 'replaced version of a post');
export const revisionContentKey = itemKey(
  'REVISIONS#<post>#contents',
  '<SHA-256 or version>',
  'body and listicle of replaced versions',
);
export const thinningKey = itemKey(
  'REVISIONS',
  '<position>',
  'mark of a post whose revisions are to be thinned',
);

const RevisionItem = v.object({
  pk: v.string(),
  sk: v.string(),
  zipped: v.instance(Uint8Array),
  content: v.string(),
  replaced_ts: v.number(),
  is_published: v.boolean(),
});

/** What thinning needs of a revision. */
export interface RevisionMark {
  version: number;
  /** When another version replaced it. */
  replacedTs: number;
  isPublished: boolean;
  /** The name of its content. */
  content: string;
}

export async function toRevisionItem(
  { value, version }: Versioned<PostRecord>,
  replacedTs: number,
): Promise<Item> {
  return {
    ...revisionKey(value.id, version),
    zipped: await gzipText(JSON.stringify(value)),
    content: contentName(value),
    replaced_ts: replacedTs,
    is_published: value.status === 'published',
  };
}

export function readMark(item: Item): RevisionMark {
  const { sk, content, replaced_ts, is_published } = v.parse(RevisionItem, item);
  return { version: Number(sk), replacedTs: replaced_ts, isPublished: is_published, content };
}

/** @throws ValiError */
export async function parseRevision(item: Item): Promise<Versioned<PostRecord>> {
  const { pk, sk, zipped } = v.parse(RevisionItem, item);
  return parseRecord(PostRecord, { pk, sk, version: Number(sk), data: await gunzipText(zipped) });
}
