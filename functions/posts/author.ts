import * as v from 'valibot';
import { knownIdByName } from '../../shared/people/authors/read.ts';
import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { pathId, queryText } from '../../shared/platform/http/query.ts';
import { listPostsFiltered } from '../../shared/posts/listing/filters/list.ts';
import { listQuery, emptyList } from '../../shared/posts/listing/list.ts';
import { PostAnswers } from '../../shared/posts/record/answer.ts';
import { NO_FILTER } from '../../shared/posts/record/filter.ts';
import { TIMELINE } from '../../shared/posts/record/timelines.ts';

export default endpoint({
  query: v.pipe(
    v.object({
      author_name: v.optional(queryText(200)),
      author_id: v.optional(pathId),
      ...listQuery(),
    }),
    v.check(
      query => query.author_name !== undefined || query.author_id !== undefined,
      'author_name: is required, or author_id',
    ),
  ),
  answer: PostAnswers,
  async handle(request) {
    const { author_id, author_name = '' } = request.query;
    const id =
      author_id ?? (await knownIdByName(author_name, { consistent: readsConsistently(request.caller) }));
    if (id === undefined) return emptyList();
    return await listPostsFiltered(request, { ...NO_FILTER, anyOf: [[TIMELINE.author(id)]] });
  },
});
