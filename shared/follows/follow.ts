import { knownAuthors } from '../authors/read.ts';
import { NotFound } from '../core/errors.ts';
import { requireMayActFor, type Caller } from '../http/caller.ts';
import { sectionDirectory } from '../sections/read.ts';
import { createRelation, deleteRelation } from '../store/relation.ts';
import { followOf } from './record.ts';

/** Following twice changes nothing. @throws Forbidden, NotFound (no such author or section) */
export async function follow(authorId: number, sectionId: number, caller: Caller): Promise<void> {
  requireMayActFor(caller, authorId);
  await Promise.all([requireAuthor(authorId), requireSection(sectionId)]);
  await createRelation(followOf(authorId, sectionId));
}

/** Unfollowing what isn't followed changes nothing. @throws Forbidden, NotFound (no such author or section) */
export async function unfollow(authorId: number, sectionId: number, caller: Caller): Promise<void> {
  requireMayActFor(caller, authorId);
  await Promise.all([requireAuthor(authorId), requireSection(sectionId)]);
  await deleteRelation(followOf(authorId, sectionId));
}

/** @throws NotFound */
export async function requireAuthor(id: number): Promise<void> {
  if ((await knownAuthors([id], true)).has(id)) return;
  throw new NotFound(`There is no author with the id ${id}`);
}

/** @throws NotFound */
export async function requireSection(id: number): Promise<void> {
  if ((await sectionDirectory([id])).find(id) !== undefined) return;
  throw new NotFound(`There is no section with the id ${id}`);
}
