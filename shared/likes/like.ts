import { knownAuthors } from '../authors/read.ts';
import { InvalidInput, NotFound } from '../core/errors.ts';
import { requireMayActFor, type Caller } from '../http/caller.ts';
import { requirePublished } from '../posts/published.ts';
import { createRelation, deleteRelation } from '../store/relation.ts';
import { likeOf } from './record.ts';

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
