import * as v from 'valibot';
import { deriveType } from '../../../../shared/posts/record/record.ts';
import { PostLine, type Line } from '../format/lines.ts';
import { parseAnswer, readPages, type Api, type Page, type PageRequest } from './api.ts';
import type { Losses } from './losses.ts';

/** Fields of a line that the API omits or returns in another form. */
const {
  explicit_sections: _e,
  created_by: _c,
  dated: _d,
  first_published_ts: _f,
  ...rest
} = PostLine.entries;
const { scheduled_by: _s, removed_ts: _r, page_views: _p, version: _v, ...shown } = rest;

const PostAnswer = v.object({
  ...shown,
  type: v.string(),
  sections: v.array(v.number()),
  stats: v.object({ page_views_count: v.number() }),
  likes: v.object({ count: v.number() }),
});
type PostAnswer = v.InferOutput<typeof PostAnswer>;

/** Contains only the number of likes; the authors who like a post are read separately. */
export interface ReadPost {
  line: PostLine;
  likes: number;
  /** Its staged change, which the API shows only to keys that may read drafts. */
  staged?: Line<'staged_changes'> | undefined;
}

const BATCH_SIZE = 25;

/**
 * Reads every post once, in any state. Drafts are read before and after published posts, so that a post that changes its state
 * during the export is not missed. One whose text is lost is named in `losses`.
 */
export async function* readPosts(api: Api, losses: Losses): AsyncGenerator<ReadPost> {
  const seen = new Set<number>();
  for (const list of [drafts(api, losses), publishedAndRemoved(api, losses), drafts(api, losses)]) {
    for await (const page of list) {
      for (const answer of parseAnswer(v.array(PostAnswer), page, 'posts')) {
        if (seen.has(answer.id)) continue;
        seen.add(answer.id);
        // The API shows the likes of published posts only.
        yield { line: toLine(answer), likes: answer.status === 'published' ? answer.likes.count : 0 };
      }
    }
  }
}

function drafts(api: Api, losses: Losses) {
  return readList(query => api.drafts.list.answer({ query }), losses);
}

function publishedAndRemoved(api: Api, losses: Losses) {
  return readList(query => api.posts.list.answer({ query: { ...query, removed: true } }), losses);
}

type AskPosts = (query: PageRequest & { include_fields?: string }) => Promise<Page<readonly unknown[]>>;

/** Without its text, a post is still in the list. */
function readList(ask: AskPosts, losses: Losses) {
  const askBare = (request: PageRequest) => ask({ ...request, include_fields: 'id' });
  return readPages(ask, BATCH_SIZE, askBare, (page, { status, code }) => {
    for (const { id } of parseAnswer(v.array(v.object({ id: v.number() })), page, 'posts'))
      losses.add(`post ${id}`, `${status} ${code}. The log of the service says what is lost.`);
  });
}

/** Fills the fields that the API omits so that an imported site returns the same answers. */
function toLine({ sections, stats, likes: _likes, ...post }: PostAnswer): PostLine {
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
    version: 1,
  };
  return deriveType({ ...line, judged_rev: 0, content_version: 0 }) === type ? line : { ...line, type };
}

/**
 * The smallest set of explicit sections that gives these sections in this order: explicit ones come first, then those that share a
 * tag. The API does not say whether one that shares a tag is also explicit.
 */
function explicitAmong(sections: readonly number[], automatic: readonly number[]): number[] {
  const isSame = (named: readonly number[]): boolean =>
    [...new Set([...named, ...automatic])].join() === sections.join();
  const fewest = sections.findIndex((_, count) => isSame(sections.slice(0, count)));
  return fewest === -1 ? [...sections] : sections.slice(0, fewest);
}
