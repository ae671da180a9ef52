import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { pageFields, selectionFields } from '../../shared/platform/http/query.ts';
import { listPosts } from '../../shared/posts/listing/list.ts';
import { PostAnswers } from '../../shared/posts/record/answer.ts';
import { TIMELINE } from '../../shared/posts/record/timelines.ts';

export default endpoint({
  query: v.object({ ...pageFields(10, 30), ...selectionFields }),
  answer: PostAnswers,
  async handle(request) {
    return await listPosts(request, {
      timelines: [TIMELINE.scheduled],
      statuses: ['scheduled'],
      draftUrl: true,
    });
  },
});
