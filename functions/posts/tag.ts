import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageFields, requiredQuery, selectionFields } from '../../shared/http/query.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { listPosts } from '../../shared/posts/list.ts';
import { TIMELINE } from '../../shared/posts/timelines.ts';

export default endpoint({
  query: v.object({ tag: requiredQuery(200), ...pageFields(10, 100), ...selectionFields }),
  answer: PostAnswers,
  async handle(request) {
    return await listPosts(request, {
      timelines: [TIMELINE.tag(request.query.tag)],
      statuses: ['published'],
    });
  },
});
