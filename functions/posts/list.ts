import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { filterFields } from '../../shared/posts/filters/input.ts';
import { listWished } from '../../shared/posts/filters/list.ts';
import { wishOf } from '../../shared/posts/filters/parse.ts';
import { listQuery, nothing } from '../../shared/posts/list.ts';

export default endpoint({
  query: v.object({ ...listQuery(), ...filterFields }),
  answer: PostAnswers,
  async handle(request) {
    const wish = await wishOf(request.query, request.caller);
    return wish ? await listWished(request, wish) : nothing();
  },
});
