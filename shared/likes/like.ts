import { knownAuthors } from '../authors/read.ts';
import { InvalidInput, NotFound } from '../core/errors.ts';
import { requireMayActFor, type Caller } from '../http/caller.ts';
import { requirePublished } from '../posts/published.ts';
import { likesKey } from '../posts/record.ts';
import { createRelation, deleteRelation, type Relation } from '../store/relation.ts';

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

/** Liking twice changes nothing. @throws Forbidden, NotFound (no such published post), InvalidInput (no such author) */
export async function like(postId: number, authorId: number, caller: Caller): Promise<void> {
  requireMayActFor(caller, authorId);
  await requirePublished(postId, caller, true);
  if (!(await isAuthor(authorId)))
    throw new InvalidInput(`author_id: there is no author with the id ${authorId}`);
  await createRelation(likeOf(postId, authorId));
}

/** Unliking what isn't liked changes nothing. @throws Forbidden, NotFound (no such published post, no such author) */
export async function unlike(postId: number, authorId: number, caller: Caller): Promise<void> {
  requireMayActFor(caller, authorId);
  await requirePublished(postId, caller, true);
  if (!(await isAuthor(authorId))) throw new NotFound(`There is no author with the id ${authorId}`);
  await deleteRelation(likeOf(postId, authorId));
}

async function isAuthor(id: number): Promise<boolean> {
  return (await knownAuthors([id], true)).has(id);
}
