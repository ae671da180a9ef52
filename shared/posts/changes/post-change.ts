import { isDeepStrictEqual } from 'node:util';
import { GONE, putChange, type Change } from '../../platform/store/change-entry.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import type { Transaction } from '../../platform/store/transaction.ts';
import type { Directory } from '../../taxonomy/sections/directory.ts';
import { buildPath } from '../paths/permalink.ts';
import { listPostSections, readMade, type PostRecord } from '../record/record.ts';

/** The kind of a post's changes. */
export const POST = 'post';

interface PostWrite {
  before: PostRecord | null;
  after: PostRecord;
  version: number;
}

/** The path of a post that anyone may read; null for all others. */
export function findPublicPath(post: PostRecord, directory: Directory): string | null {
  const isPublic = post.status === 'published' && !directory.arePrivate(listPostSections(post));
  return isPublic ? buildPath(post, directory) : null;
}

/** Enters a change of a post into the feed of changes, in the transaction that makes it. */
export function putPostChange(
  transaction: Transaction,
  { before, after, version }: PostWrite,
  directory: Directory,
): void {
  const authors = after.roar_author_ids;
  const former = before?.roar_author_ids ?? authors;
  putChange(transaction, {
    ...{ kind: POST, id: after.id, version, state: after.status, was: before?.status ?? null, authors },
    ...(!isDeepStrictEqual(former, authors) && { former_authors: former }),
    ...locate(before, after, directory),
    who: readMade({ value: after, version })?.author_id ?? null,
  });
}

/**
 * What the public feed shows: where a public post is, or where it was. The record keeps the former path, because the sections that made the post
 * public may be deleted; for a post that an earlier version of the service published, the sections decide.
 */
function locate(
  before: PostRecord | null,
  after: PostRecord,
  directory: Directory,
): Pick<Change, 'address' | 'left'> {
  if (typeof after.public_path === 'string') return { address: after.public_path };
  const { public_path: former = before && findPublicPath(before, directory) } = before ?? {};
  return typeof former === 'string' ? { address: former, left: true } : {};
}

/** Enters that a removed post was deleted for good. */
export function putPurge(transaction: Transaction, { value, version }: Versioned<PostRecord>): void {
  putChange(transaction, {
    ...{ kind: POST, id: value.id, version: version + 1, state: GONE, was: value.status },
    authors: value.roar_author_ids,
    who: null,
  });
}
