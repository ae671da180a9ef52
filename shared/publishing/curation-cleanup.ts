import { markKey } from '../order/record.ts';
import { sectionsOf, type PostRecord } from '../posts/record.ts';
import type { EntryChange } from '../store/overflow.ts';
import type { Key } from '../store/table.ts';

/**
 * What takes a post out of the editorial order of every section that it leaves: by being removed or unpublished, by an edit, or
 * by a section's change. Why it need not know whether it is curated there: order/record.ts.
 * Put before all other changes but the badges', so that it is never these that wait for the overflow (unless some ninety sections
 * are left at once, or thirty while every badge is exchanged). The overflow spares the marks of sections that the post is in by
 * then: it may have come back and been curated anew. One that comes back in that moment, before its mark was taken away, keeps its
 * place in the order, as if it hadn't left.
 */
export function marksToRemove(current: PostRecord | null, next: PostRecord): EntryChange[] {
  const stays = new Set(listedIn(next));
  const left = listedIn(current).filter(section => !stays.has(section));
  return left.map(section => ({ key: markKey(section, next.id), present: false }));
}

/** The marks that may stand for a post. */
export function marksOf(post: PostRecord | null): Key[] {
  return post ? listedIn(post).map(section => markKey(section, post.id)) : [];
}

function listedIn(post: PostRecord | null): number[] {
  return post?.status === 'published' ? sectionsOf(post) : [];
}
