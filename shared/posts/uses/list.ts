import * as v from 'valibot';
import { Authors } from '../../people/authors/record.ts';
import { readsConsistently, type Caller } from '../../platform/http/caller.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import { pageFields } from '../../platform/http/query.ts';
import { isBackfilled } from '../../platform/store/backfill.ts';
import type { Position } from '../../platform/values/position.ts';
import { mayRead } from '../record/access.ts';
import { Posts } from '../record/posts.ts';
import { findUses, type Found, type UsesRequest } from './find.ts';
import { presentAuthor, presentPost, type ImageUse } from './row.ts';

const { limit, cursor } = pageFields(30, 100);
export const ImageUsesQuery = v.object({ limit, cursor });

interface Request {
  image: number;
  caller: Caller;
  query: v.InferOutput<typeof ImageUsesQuery>;
  after: Position | undefined;
}

/**
 * One page of what uses an image, newest first, without what the caller may not see. It takes two round trips, its lists and the records; of
 * an image of the catalogue two more, because bodies may name its asset.
 * @throws NotFound
 */
export async function listImageUses({ image, caller, query, after }: Request): Promise<Answer<ImageUse[]>> {
  const request = { image, caller, after, limit: query.limit, consistent: readsConsistently(caller) };
  const [found, isComplete] = await Promise.all([findUses(request), isBackfilled()]);
  const sorted = found.sort((a, b) => (a.at < b.at ? 1 : -1));
  const page = sorted.slice(0, query.limit);
  const body = await readRows(page, request);
  return {
    body,
    next: sorted.length > query.limit ? page.at(-1)?.at : undefined,
    isIncomplete: !isComplete,
  };
}

/** The rows of a page, without those of records that are gone or hidden, or that a moment ago used the image. */
async function readRows(
  page: readonly Found[],
  { image, caller, consistent }: UsesRequest,
): Promise<ImageUse[]> {
  const idsOf = (kind: 'post' | 'author'): number[] =>
    page.flatMap(use => (use.kind === kind ? [use.id] : []));
  const [posts, authors] = await Promise.all([
    Posts.readMany(idsOf('post'), { consistent }),
    Authors.readMany(idsOf('author'), { consistent }),
  ]);
  const postById = new Map(posts.map(post => [post.id, post]));
  const authorById = new Map(authors.map(author => [author.id, author]));
  return page.flatMap(use => {
    if (use.kind === 'row') return use.row;
    if (use.kind === 'post') {
      const post = postById.get(use.id);
      const row = post && mayRead(caller, post) ? presentPost(post, image, use.places) : undefined;
      return row ?? [];
    }
    const author = authorById.get(use.id);
    return author?.image_id === image ? presentAuthor(author) : [];
  });
}
