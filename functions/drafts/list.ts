import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { queryFlag } from '../../shared/platform/http/query.ts';
import { listPosts, listQuery, withRemoved } from '../../shared/posts/listing/list.ts';
import { PostAnswers } from '../../shared/posts/record/answer.ts';
import { TIMELINE } from '../../shared/posts/record/timelines.ts';

export default endpoint({
  query: v.object({ ...listQuery(30), removed: v.optional(queryFlag, '0') }),
  answer: PostAnswers,
  async handle(request) {
    const list = withRemoved(TIMELINE.draft, ['draft', 'scheduled'], request);
    return await listPosts(request, { ...list, draftUrl: true });
  },
});
