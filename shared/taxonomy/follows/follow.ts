import { Authors } from '../../people/authors/record.ts';
import { NotFound } from '../../platform/core/errors.ts';
import { requireMayActFor, type Caller } from '../../platform/http/caller.ts';
import { sectionDirectory } from '../sections/read.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { createRelation, deleteRelation, type Relation } from '../../platform/store/records/relation.ts';

/**
 * Access patterns and keys of follows:
 *   which sections an author follows   FOLLOWS#<author> / <section>
 *   who follows a section              T#followers#<section> / (created_ts, author id)
 * Both are written together, see platform/store/records/relation.ts. The follows of a deleted section stay stored but are not shown: ids
 * are not reused.
 */
export const followKey = itemKey('FOLLOWS#<author>', '<section>', 'follow');
export const FOLLOWERS_TIMELINE = 'followers#*';

export function followersTimeline(sectionId: number): string {
  return FOLLOWERS_TIMELINE.replace('*', String(sectionId));
}

export function toFollow(authorId: number, sectionId: number): Relation {
  return {
    key: followKey(authorId, sectionId),
    timeline: followersTimeline(sectionId),
    id: authorId,
  };
}

/** Following twice changes nothing. @throws Forbidden, NotFound (no such author or section) */
export async function follow(authorId: number, sectionId: number, caller: Caller): Promise<void> {
  requireMayActFor(caller, authorId);
  await Promise.all([requireAuthor(authorId), requireSection(sectionId)]);
  await createRelation(toFollow(authorId, sectionId));
}

/** Unfollowing what isn't followed changes nothing. @throws Forbidden, NotFound (no such author or section) */
export async function unfollow(authorId: number, sectionId: number, caller: Caller): Promise<void> {
  requireMayActFor(caller, authorId);
  await Promise.all([requireAuthor(authorId), requireSection(sectionId)]);
  await deleteRelation(toFollow(authorId, sectionId));
}

/** @throws NotFound */
export async function requireAuthor(id: number): Promise<void> {
  if ((await Authors.known([id], { consistent: true })).has(id)) return;
  throw new NotFound(`There is no author with the id ${id}`);
}

/** @throws NotFound */
export async function requireSection(id: number): Promise<void> {
  if ((await sectionDirectory([id])).find(id) !== undefined) return;
  throw new NotFound(`There is no section with the id ${id}`);
}
