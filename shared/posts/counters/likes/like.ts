import * as v from 'valibot';
import { Author, presentAuthors } from '../../../people/authors/present.ts';
import { Authors, type AuthorRecord } from '../../../people/authors/record.ts';
import { InvalidInput, NotFound } from '../../../platform/core/errors.ts';
import { idAt, timestampAt, type Position } from '../../../platform/values/position.ts';
import {
  ANONYMOUS,
  readsConsistently,
  requireMayActFor,
  type Caller,
} from '../../../platform/http/caller.ts';
import type { Answer } from '../../../platform/http/endpoint.ts';
import { requirePublished } from '../../answers/published.ts';
import { likesKey } from '../../record/record.ts';
import { itemKey } from '../../../platform/store/item-key.ts';
import { createRelation, deleteRelation, type Relation } from '../../../platform/store/records/relation.ts';
import { readPage } from '../../../platform/store/timeline.ts';

/**
 * Access patterns and keys of likes:
 *   whether an author likes a post   LIKE#<post>#<author> / like    a partition per like: a viral post's likes are spread
 *   who likes a post                 T#likes#<post> / (created_ts, author id)
 *   how many                         POST#<post> / likes            in the post's partition: read with the post
 * All three are written together, see platform/store/records/relation.ts. The counter is one item, so likes of one post commit one after
 * the other, some dozens a second; simultaneous ones are retried.
 */
export const likeKey = itemKey('LIKE#<post>#<author>', 'like', 'like');
export const LIKES_TIMELINE = 'likes#*';

export function likesTimeline(postId: number): string {
  return LIKES_TIMELINE.replace('*', String(postId));
}

export function toLike(postId: number, authorId: number): Relation {
  return {
    key: likeKey(postId, authorId),
    timeline: likesTimeline(postId),
    id: authorId,
    counter: likesKey(postId),
  };
}

/** Liking twice changes nothing. @throws Forbidden, NotFound (no such published post), InvalidInput (no such author) */
export async function like(postId: number, authorId: number, caller: Caller): Promise<void> {
  requireMayActFor(caller, authorId);
  await requirePublished(postId, caller, { consistent: true });
  if (!(await isAuthor(authorId)))
    throw new InvalidInput(`author_id: there is no author with the id ${authorId}`);
  await createRelation(toLike(postId, authorId));
}

/** Unliking what isn't liked changes nothing. @throws Forbidden, NotFound (no such published post, no such author) */
export async function unlike(postId: number, authorId: number, caller: Caller): Promise<void> {
  requireMayActFor(caller, authorId);
  await requirePublished(postId, caller, { consistent: true });
  if (!(await isAuthor(authorId))) throw new NotFound(`There is no author with the id ${authorId}`);
  await deleteRelation(toLike(postId, authorId));
}

async function isAuthor(id: number): Promise<boolean> {
  return (await Authors.known([id], { consistent: true })).has(id);
}

export const Like = v.object({ created_ts: v.number(), author: Author });
export type Like = v.InferOutput<typeof Like>;

interface LikesRequest {
  caller: Caller;
  query: { offset: number; limit: number };
  after: Position | undefined;
}

/**
 * The limit for the authors' `about_html` in a page without a key, whose processor time has a ceiling: a page that exceeds it ends early,
 * with a link.
 */
const MAX_KEYLESS_ABOUT_LENGTH = 300_000;
/** The authors of a page that are read at first; each further read has twice as many. */
const FIRST_READ = 100;

/** One page of the authors who like a post, newest first. @throws NotFound: no such published post */
export async function listLikes(
  postId: number,
  { caller, query, after }: LikesRequest,
): Promise<Answer<Like[]>> {
  const consistent = readsConsistently(caller);
  const timelines = [likesTimeline(postId)];
  const [page] = await Promise.all([
    readPage({ ...query, timelines, after, consistent }),
    requirePublished(postId, caller, { consistent }),
  ]);
  const { known, count } = await readLikers(page.positions, caller);
  const authors = new Map((await presentAuthors(known, caller)).map(author => [author.id, author]));
  const shown = page.positions.slice(0, count);
  const body = shown.flatMap(position => {
    const author = authors.get(idAt(position));
    return author ? [{ created_ts: timestampAt(position), author }] : [];
  });
  return { body, next: count < page.positions.length ? shown.at(-1) : page.next };
}

/** The authors of the first likes: of all, or without a key of as many as a page may have. `count`: the number of these likes. */
async function readLikers(
  positions: readonly Position[],
  caller: Caller,
): Promise<{ known: AuthorRecord[]; count: number }> {
  if (caller !== ANONYMOUS)
    return {
      known: [...(await Authors.known(positions.map(idAt))).values()],
      count: positions.length,
    };
  const known: AuthorRecord[] = [];
  let room = MAX_KEYLESS_ABOUT_LENGTH;
  let count = 0;
  for (let size = FIRST_READ; count < positions.length; size *= 2) {
    const ids = positions.slice(count, count + size).map(idAt);
    const authors = await Authors.known(ids);
    for (const id of ids) {
      const author = authors.get(id);
      room -= author?.about_html.length ?? 0;
      if (room < 0 && count > 0) return { known, count };
      if (author) known.push(author);
      count++;
    }
  }
  return { known, count };
}
