import { isInFamily } from '../record/access.ts';
import type { PostRecord } from '../record/record.ts';

type Continuity = Pick<PostRecord, 'draft_since' | 'unscheduled_since' | 'authors_since'>;

/**
 * Computes since which version a post has been a draft, since which unscheduled, and since which each author one of its authors, without
 * interruption. A preview keeps the version of the draft that it was created from, so that an interruption ends it for good.
 */
export function trackContinuity(before: PostRecord, after: PostRecord, version: number): Continuity {
  const becomesDraft = isInFamily('drafts', after) && !isInFamily('drafts', before);
  const since = after.roar_author_ids.flatMap((id): [number, number][] => {
    const added = before.roar_author_ids.includes(id) ? before.authors_since?.[id] : version;
    return added === undefined ? [] : [[id, added]];
  });
  return {
    draft_since: becomesDraft ? version : before.draft_since,
    unscheduled_since: before.status === 'scheduled' ? version : before.unscheduled_since,
    authors_since: since.length === 0 ? undefined : Object.fromEntries(since),
  };
}

/** Whether the post, when it has this version or a later one, has been a draft from that version on. */
export function isSameDraft(post: PostRecord, version: number): boolean {
  return isInFamily('drafts', post) && (post.draft_since ?? 0) <= version;
}

/** Whether the draft has not been scheduled from this version on. */
export function wasNotScheduled(post: PostRecord, version: number): boolean {
  return post.status !== 'scheduled' && (post.unscheduled_since ?? 0) <= version;
}

/** Whether the author has been an author of the post from that version on. */
export function isStillAuthor(post: PostRecord, author: number, version: number): boolean {
  return post.roar_author_ids.includes(author) && (post.authors_since?.[author] ?? 0) <= version;
}
