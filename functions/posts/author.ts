import * as v from 'valibot';
import { idsByName } from '../../shared/authors/read.ts';
import { readsConsistently } from '../../shared/http/caller.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageFields, pathId, queryText, selectionFields } from '../../shared/http/query.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { listPosts, nothing } from '../../shared/posts/list.ts';
import { TIMELINE } from '../../shared/posts/timelines.ts';

export default endpoint({
  query: v.pipe(
    v.object({
      author_name: v.optional(queryText(200)),
      author_id: v.optional(pathId),
      ...pageFields(10, 100),
      ...selectionFields,
    }),
    v.check(
      query => query.author_name !== undefined || query.author_id !== undefined,
      'author_name: is required, or author_id',
    ),
  ),
  answer: PostAnswers,
  async handle(request) {
    const { author_id, author_name = '' } = request.query;
    const id = author_id ?? (await idsByName([author_name], readsConsistently(request.caller)))[0];
    if (id === undefined) return nothing();
    return await listPosts(request, { timelines: [TIMELINE.author(id)], statuses: ['published'] });
  },
});
