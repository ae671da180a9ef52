import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { listPosts, listQuery, publishedIn } from '../../shared/posts/list.ts';
import { TIMELINE } from '../../shared/posts/timelines.ts';
import { HOME_ID } from '../../shared/sections/record.ts';

export default endpoint({
  query: v.object(listQuery()),
  answer: PostAnswers,
  async handle(request) {
    return await listPosts(request, publishedIn(TIMELINE.section(HOME_ID)));
  },
});
