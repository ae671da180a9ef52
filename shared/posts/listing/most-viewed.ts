import { timestampAt } from '../../platform/values/position.ts';
import { readsConsistently } from '../../platform/http/caller.ts';
import type { Answer } from '../../platform/http/endpoint.ts';
import { selectFields } from '../../platform/http/query.ts';
import { isInFamily, isVisible } from '../record/access.ts';
import type { PostAnswer } from '../record/answer.ts';
import type { Post } from '../record/post.ts';
import { presentPosts } from '../answers/present.ts';
import { listPostSections } from '../record/record.ts';
import { sectionDirectory } from '../../taxonomy/sections/read.ts';
import { readRanking, takeShown, type Ranking, type Taken } from '../counters/views/ranking.ts';
import { pageParts, type ListRequest } from './list.ts';

/** A page ends early after this many hidden posts, and its cursor continues from there. */
const MAX_HIDDEN = 2_000;

/** One page of the published posts that were viewed in the last `period` hours, most viewed first. */
export async function listMostViewed(
  period: number,
  request: ListRequest,
): Promise<Answer<Partial<PostAnswer>[]>> {
  const { caller, query } = request;
  const consistent = readsConsistently(caller);
  const [ranking, directory] = await Promise.all([readRanking(period, { consistent }), sectionDirectory()]);
  const isShown = ({ value }: Post) => {
    const post = { id: value.id, is_private: directory.arePrivate(listPostSections(value)) };
    return isInFamily('posts', value) && isVisible(post, caller);
  };
  const { page, next } = await readPage(ranking, request, isShown);
  const answers = await presentPosts(
    page.map(({ post }) => post),
    { draftUrl: false, caller },
  );
  const visible = withCounts(answers, page).filter(answer => isVisible(answer, caller));
  return { body: visible.map(answer => selectFields(answer, query)), next };
}

/** @returns the shown posts of the page, and the position where the next page starts, if there may be one */
async function readPage(
  ranking: Ranking,
  { caller, query, after }: ListRequest,
  isShown: (post: Post) => boolean,
): Promise<{ page: Taken['taken']; next: string | undefined }> {
  const { offset, limit } = query;
  const rest = rankingAfter(ranking, after);
  // Skipped posts are read without content: only visible ones count towards the offset.
  const skipped = await takeShown(rest, {
    ...{ wanted: offset, maxExamined: Infinity, content: false, stats: false },
    ...{ consistent: readsConsistently(caller), isShown },
  });
  const left = rest.slice(skipped.examined);
  const wanted = limit + 1;
  const maxExamined = wanted + MAX_HIDDEN;
  const { taken, examined } = await takeShown(left, {
    ...pageParts(query, caller),
    ...{ wanted, maxExamined, isShown },
  });
  const page = taken.slice(0, limit);
  const endedEarly = taken.length < wanted && examined < left.length;
  const next = endedEarly ? left[examined - 1] : taken.length > limit ? page.at(-1)?.position : undefined;
  return { page, next };
}

/** Adds the number of views that each post is ranked by. */
function withCounts(answers: readonly PostAnswer[], page: Taken['taken']): PostAnswer[] {
  return answers.map((answer, index) => {
    const position = page[index]?.position;
    if (position === undefined) return answer;
    return { ...answer, stats: { ...answer.stats, period_page_views: timestampAt(position) } };
  });
}

/** The entries after a position, also when that position has left the ranking. */
function rankingAfter(ranking: Ranking, after: string | undefined): Ranking {
  if (after === undefined) return ranking;
  const index = ranking.findIndex(position => position < after);
  return index === -1 ? [] : ranking.slice(index);
}
