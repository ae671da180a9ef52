import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { filterFields } from '../../shared/posts/listing/filters/input.ts';
import { listPostsFiltered } from '../../shared/posts/listing/filters/list.ts';
import { parsePostFilter } from '../../shared/posts/listing/filters/parse.ts';
import { listQuery, emptyList } from '../../shared/posts/listing/list.ts';
import { PostAnswers } from '../../shared/posts/record/answer.ts';
import { renderQuery } from '../../shared/posts/rendering/render-post.ts';

export default endpoint({
  query: v.object({ ...listQuery(), ...filterFields, ...renderQuery.entries }),
  answer: PostAnswers,
  async handle(request) {
    const filter = await parsePostFilter(request.query, request.caller);
    return filter ? await listPostsFiltered(request, filter) : emptyList();
  },
});
