import { ANONYMOUS, readsConsistently, type Caller } from '../../../platform/http/caller.ts';
import type { Answer } from '../../../platform/http/endpoint.ts';
import { selectFields } from '../../../platform/http/query.ts';
import { readsOnlyOwnDrafts } from '../../record/access.ts';
import type { PostAnswer } from '../../record/answer.ts';
import type { PostFilter } from '../../record/filter.ts';
import { findCut } from '../../record/post.ts';
import { presentPosts } from '../../answers/present.ts';
import { readPosts } from '../../record/read.ts';
import type { RenderQuery } from '../../rendering/render-post.ts';
import { sectionDirectory } from '../../../taxonomy/sections/read.ts';
import { runQuery } from '../../../platform/store/query/run.ts';
import { BUDGET, KEYLESS_BUDGET } from '../../../platform/store/query/timeline-query.ts';
import { pageParts, type ListRequest } from '../list.ts';
import { PostMatcher } from './matcher.ts';
import { toQuery } from './query.ts';
import { isRendered, MAX_RENDERED_CONTENT_BYTES, renderPage } from './rendered.ts';

function limitTo(caller: Caller, filter: PostFilter): PostFilter {
  if (caller === ANONYMOUS) return { ...filter, excludePrivate: true, removed: false };
  return readsOnlyOwnDrafts(caller) ? { ...filter, removedOf: caller.authorId } : filter;
}

/**
 * One page of the posts that match a filter; without a key only public posts. The cost grows with the page and with how rarely the
 * filter's conditions hold together, never with the archive: where they hardly do, the budget ends the page early, and the Link
 * header continues from there.
 */
export async function listPostsFiltered(
  { caller, query, after }: ListRequest & { query: Partial<RenderQuery> },
  requested: PostFilter,
): Promise<Answer<Partial<PostAnswer>[]>> {
  const filter = limitTo(caller, requested);
  const consistent = readsConsistently(caller);
  const matcher = new PostMatcher(filter, await sectionDirectory());
  const { offset, limit } = query;
  const terms = toQuery(filter, matcher, { consistent });
  const budget = caller === ANONYMOUS ? KEYLESS_BUDGET : BUDGET;
  const { matches, ...end } = await runQuery({ ...terms, offset, limit, after, consistent, budget });

  const ids = [...new Set(matches.map(match => match.id))];
  const rendering = isRendered(query) ? query : undefined;
  const parts = rendering
    ? { ...pageParts({}, caller), maxBytes: MAX_RENDERED_CONTENT_BYTES }
    : pageParts(query, caller);
  const posts = await readPosts(ids, parts);
  const accepted = posts.filter(({ value }) =>
    matches.some(match => match.id === value.id && matcher.accepts(value, match)),
  );
  const presented = await presentPosts(accepted, { draftUrl: false, caller });
  // Checked again with the sections that the posts were presented with: they may be newer than the matcher's.
  const answers = presented.filter(answer => !(filter.excludePrivate && answer.is_private));
  const rendered = rendering && (await renderPage(accepted, answers, { query: rendering, caller }));
  const cut = rendered?.cut ?? findCut(ids, posts, parts);
  const { next, skip } =
    cut === undefined ? end : { next: matches.find(({ id }) => id === cut)?.at, skip: 0 };
  return { body: rendered?.body ?? answers.map(answer => selectFields(answer, query)), next, skip };
}
