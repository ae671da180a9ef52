import { likesKey } from '../posts/record.ts';
import type { Relation } from '../store/relation.ts';

/**
 * Access patterns and keys of likes:
 *   whether an author likes a post   LIKE#<post>#<author> / like    a partition of its own: a viral post's are spread
 *   who likes a post                 T#likes#<post> / (created_ts, author id)
 *   how many                         POST#<post> / likes, in the post's own collection: read with it
 * Always the three together, see store/relation.ts. The counter is one item, so likes of one post commit one after the other:
 * some dozens a second, and those that meet wait their turn.
 */
export function likesTimeline(postId: number): string {
  return `likes#${postId}`;
}

export function likeOf(postId: number, authorId: number): Relation {
  return {
    key: { pk: `LIKE#${postId}#${authorId}`, sk: 'like' },
    timeline: likesTimeline(postId),
    id: authorId,
    counter: likesKey(postId),
  };
}
