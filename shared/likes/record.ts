import { likesKey } from '../posts/record.ts';
import type { Relation } from '../store/relation.ts';

/**
 * Access patterns and keys of likes:
 *   whether an author likes a post   LIKE#<post>#<author> / like    a partition per like: a viral post's likes are spread
 *   who likes a post                 T#likes#<post> / (created_ts, author id)
 *   how many                         POST#<post> / likes            in the post's partition: read with the post
 * All three are written together, see store/relation.ts. The counter is one item, so likes of one post commit one after the other, some
 * dozens a second; simultaneous ones are retried.
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
