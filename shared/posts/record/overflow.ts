import { markKey } from '../../taxonomy/sections/record.ts';
import { Posts } from './posts.ts';
import { listPostSections, type PostRecord } from './record.ts';
import { diffRecords, writeOverflow, type EntryChange } from '../../platform/store/records/overflow.ts';
import type { Key } from '../../platform/store/table.ts';

/** Runs the overflow job of a post. It keeps marks in the editorial orders of sections that the post is in again. */
export function writePostOverflow(job: unknown): Promise<undefined> {
  return writeOverflow(Posts, job, listMarkKeys);
}

/** A job that removes a badge must find its posts in these lists, so their entries never go into the overflow. */
const BADGE_LISTS = 'T#badge#';

/** The changes of a post's list entries, in the order in which they go into its transaction: those that do not fit go into the overflow. */
export function listEntryChanges(before: PostRecord | null, after: PostRecord): EntryChange[] {
  const changes = diffRecords(Posts, before ?? undefined, after);
  const isOfBadge = ({ key }: EntryChange) => key.pk.startsWith(BADGE_LISTS);
  const others = changes.filter(change => !isOfBadge(change));
  return [...changes.filter(isOfBadge), ...marksToRemove(before, after), ...others];
}

/**
 * Deletions that take a post out of the editorial order of every section that it leaves: when it is removed, unpublished or edited, or
 * when a section changes. posts/order/record.ts says why they need not know whether the post is in the order.
 * They go into the transaction before all other entries except the badges', so they reach the overflow only when a post leaves some
 * ninety sections at once, or thirty while all its badges change. The overflow keeps the marks of sections that the post is in
 * again: it may be in their new order. A post that comes back before its mark is deleted keeps its position in the order.
 */
function marksToRemove(before: PostRecord | null, after: PostRecord): EntryChange[] {
  const stays = new Set(listedIn(after));
  const left = listedIn(before).filter(section => !stays.has(section));
  return left.map(section => ({ key: markKey(section, after.id), present: false }));
}

/** The keys of all marks that a post may have. */
function listMarkKeys(post: PostRecord): Key[] {
  return listedIn(post).map(section => markKey(section, post.id));
}

function listedIn(post: PostRecord | null): number[] {
  return post?.status === 'published' ? listPostSections(post) : [];
}
