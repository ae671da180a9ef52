import * as v from 'valibot';
import { Author, presentAuthors } from '../authors/present.ts';
import { knownAuthors } from '../authors/read.ts';
import { idAt, timestampAt, type Position } from '../core/position.ts';
import { readsConsistently, type Caller } from '../http/caller.ts';
import type { Answer } from '../http/endpoint.ts';
import { requirePublished } from '../posts/published.ts';
import { readPage } from '../store/timeline.ts';
import { likesTimeline } from './like.ts';

export const Like = v.object({ created_ts: v.number(), author: Author });
export type Like = v.InferOutput<typeof Like>;

export interface LikesRequest {
  caller: Caller;
  query: { offset: number; limit: number };
  after: Position | undefined;
}

/** One page of the authors who like a post, newest first. @throws NotFound: no such published post */
export async function listLikes(
  postId: number,
  { caller, query, after }: LikesRequest,
): Promise<Answer<Like[]>> {
  const consistent = readsConsistently(caller);
  const timelines = [likesTimeline(postId)];
  const [page] = await Promise.all([
    readPage({ ...query, timelines, after, consistent }),
    requirePublished(postId, caller, consistent),
  ]);
  const known = await knownAuthors(page.positions.map(idAt));
  const authors = new Map(
    (await presentAuthors([...known.values()], caller)).map(author => [author.id, author]),
  );
  const body = page.positions.flatMap(position => {
    const author = authors.get(idAt(position));
    return author ? [{ created_ts: timestampAt(position), author }] : [];
  });
  return { body, next: page.next };
}
