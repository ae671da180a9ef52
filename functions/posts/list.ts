import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageFields, queryFlag, selectionFields } from '../../shared/http/query.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { listPosts, withRemoved } from '../../shared/posts/list.ts';
import { TIMELINE } from '../../shared/posts/timelines.ts';

export default endpoint({
  query: v.object({ ...pageFields(10, 100), ...selectionFields, removed: v.optional(queryFlag, '0') }),
  answer: PostAnswers,
  async handle(request) {
    const list = withRemoved(TIMELINE.published, ['published'], request.query.removed);
    return await listPosts(request, list);
  },
});
