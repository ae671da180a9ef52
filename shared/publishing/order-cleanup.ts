import { markKey } from '../order/record.ts';
import { sectionsOf, type PostRecord } from '../posts/record.ts';
import type { EntryChange } from '../store/overflow.ts';
import type { Key } from '../store/table.ts';

/**
 * Deletions that take a post out of the editorial order of every section that it leaves: when it is removed, unpublished or edited, or
 * when a section changes. order/record.ts says why they need not know whether the post is in the order.
 * They go into the transaction before all other entries except the badges', so they reach the overflow only when a post leaves some
 * ninety sections at once, or thirty while all its badges change. The overflow keeps the marks of sections that the post is in
 * again: it may be in their new order. A post that comes back before its mark is deleted keeps its position in the order.
 */
export function marksToRemove(current: PostRecord | null, next: PostRecord): EntryChange[] {
  const stays = new Set(listedIn(next));
  const left = listedIn(current).filter(section => !stays.has(section));
  return left.map(section => ({ key: markKey(section, next.id), present: false }));
}

/** The keys of all marks that a post may have. */
export function marksOf(post: PostRecord | null): Key[] {
  return post ? listedIn(post).map(section => markKey(section, post.id)) : [];
}

function listedIn(post: PostRecord | null): number[] {
  return post?.status === 'published' ? sectionsOf(post) : [];
}
