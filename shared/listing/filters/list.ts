import { ANONYMOUS, readsConsistently } from '../../http/caller.ts';
import type { Answer } from '../../http/endpoint.ts';
import { selectFields } from '../../http/query.ts';
import type { PostAnswer } from '../../posts/answer.ts';
import type { PostFilter } from '../../posts/filter.ts';
import { presentPosts } from '../../posts/present.ts';
import { readPosts } from '../../posts/read.ts';
import { sectionDirectory } from '../../sections/directory.ts';
import { runQuery } from '../../store/query/run.ts';
import { wantsContent, type ListRequest } from '../list.ts';
import { PostMatcher } from './matcher.ts';
import { queryOf } from './query.ts';

/**
 * One page of the posts that a filter is of. Its cost grows with the page and with how rarely the parts of the filter meet, never
 * with the archive; where they meet too rarely, the Link header leads on from where the budget ended. Without a key only public
 * posts are seen.
 */
export async function listPostsFiltered(
  { caller, query, after }: ListRequest,
  asked: PostFilter,
): Promise<Answer<Partial<PostAnswer>[]>> {
  const isOpen = caller === ANONYMOUS;
  const filter = isOpen ? { ...asked, excludePrivate: true, removed: false } : asked;
  const consistent = readsConsistently(caller);
  const matcher = new PostMatcher(filter, await sectionDirectory());
  const { offset, limit } = query;
  const terms = queryOf(filter, matcher, consistent);
  const { matches, next, skip } = await runQuery({ ...terms, offset, limit, after, consistent });

  const ids = [...new Set(matches.map(match => match.id))];
  const posts = await readPosts(ids, { content: wantsContent(query), consistent });
  const wished = posts.filter(({ value }) =>
    matches.some(match => match.id === value.id && matcher.accepts(value, match)),
  );
  const presented = await presentPosts(wished, { draftUrl: false, caller });
  // By what is known after the posts were read: one may be in a section that is newer than what the matcher went by.
  const answers = presented.filter(answer => !(filter.excludePrivate && answer.is_private));
  return { body: answers.map(answer => selectFields(answer, query)), next, skip };
}
