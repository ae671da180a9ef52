import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { filterFields } from '../../shared/listing/filters/input.ts';
import { listPostsFiltered } from '../../shared/listing/filters/list.ts';
import { parsePostFilter } from '../../shared/listing/filters/parse.ts';
import { listQuery, emptyList } from '../../shared/listing/list.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';

export default endpoint({
  query: v.object({ ...listQuery(), ...filterFields }),
  answer: PostAnswers,
  async handle(request) {
    const filter = await parsePostFilter(request.query, request.caller);
    return filter ? await listPostsFiltered(request, filter) : emptyList();
  },
});
