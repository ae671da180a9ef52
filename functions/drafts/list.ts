import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { queryFlag } from '../../shared/http/query.ts';
import { listPosts, listQuery, withRemoved } from '../../shared/listing/list.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { TIMELINE } from '../../shared/posts/timelines.ts';

export default endpoint({
  query: v.object({ ...listQuery(30), removed: v.optional(queryFlag, '0') }),
  answer: PostAnswers,
  async handle(request) {
    const list = withRemoved(TIMELINE.draft, ['draft', 'scheduled'], request);
    return await listPosts(request, { ...list, draftUrl: true });
  },
});
