import * as v from 'valibot';
import { typeOf } from '../../../../shared/posts/record.ts';
import { PostLine } from '../format/lines.ts';
import { pagesOf, type Api } from './api.ts';

/** What a line has that the API doesn't answer, or answers otherwise. */
const {
  explicit_sections: _e,
  created_by: _c,
  dated: _d,
  first_published_ts: _f,
  ...rest
} = PostLine.entries;
const { scheduled_by: _s, removed_ts: _r, page_views: _p, ...shown } = rest;

const PostAnswer = v.object({
  ...shown,
  type: v.string(),
  sections: v.array(v.number()),
  stats: v.object({ page_views_count: v.number() }),
  likes: v.object({ count: v.number() }),
});
type PostAnswer = v.InferOutput<typeof PostAnswer>;

/** Of the likes only their number: who likes a post is asked apart. */
export interface ReadPost {
  line: PostLine;
  likes: number;
}

const BATCH_SIZE = 25;

/**
 * Every post once, in whatever state. Drafts are looked through before and after the published ones, so that one that is published or
 * unpublished meanwhile is not missed.
 */
export async function* readPosts(api: Api): AsyncGenerator<ReadPost> {
  const seen = new Set<number>();
  for (const list of [drafts(api), publishedAndRemoved(api), drafts(api)]) {
    for await (const page of list) {
      for (const answer of v.parse(v.array(PostAnswer), page)) {
        if (seen.has(answer.id)) continue;
        seen.add(answer.id);
        yield { line: lineOf(answer), likes: answer.likes.count };
      }
    }
  }
}

function drafts(api: Api) {
  return pagesOf(query => api.drafts.list.answer({ query }), BATCH_SIZE);
}

function publishedAndRemoved(api: Api) {
  return pagesOf(query => api.posts.list.answer({ query: { ...query, removed: true } }), BATCH_SIZE);
}

/** Fields that aren't answered are what makes the answers the same again. */
function lineOf({ sections, stats, likes: _likes, ...post }: PostAnswer): PostLine {
  const { status, created_ts, inserted_ts, last_published_ts, roar_author_ids, type } = post;
  const line: PostLine = {
    ...post,
    type: null,
    explicit_sections: explicitAmong(sections, post.auto_sections),
    created_by: roar_author_ids[0] ?? 0,
    dated: last_published_ts !== null || created_ts !== inserted_ts,
    first_published_ts: last_published_ts === null ? null : Math.min(created_ts, last_published_ts),
    scheduled_by: status === 'scheduled' ? (roar_author_ids[0] ?? 0) : null,
    removed_ts: null,
    page_views: stats.page_views_count,
  };
  return typeOf({ ...line, judged_rev: 0, content_version: 0 }) === type ? line : { ...line, type };
}

/**
 * The fewest sections that must have been named for the post to be in these, in this order: they come first, then those that share a
 * tag with it. Whether one that shares a tag was also named isn't answered.
 */
export function explicitAmong(sections: readonly number[], automatic: readonly number[]): number[] {
  const isSame = (named: readonly number[]): boolean =>
    [...new Set([...named, ...automatic])].join() === sections.join();
  const fewest = sections.findIndex((_, count) => isSame(sections.slice(0, count)));
  return fewest === -1 ? [...sections] : sections.slice(0, fewest);
}
