import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { listWished } from '../../shared/posts/filters/list.ts';
import { EVERY_POST } from '../../shared/posts/filters/wish.ts';
import { listQuery, nothing } from '../../shared/posts/list.ts';
import { searchOf } from '../../shared/search/search.ts';
import { searchPhrase } from '../../shared/posts/filters/input.ts';

export default endpoint({
  query: v.object({ phrase: searchPhrase, ...listQuery() }),
  answer: PostAnswers,
  async handle(request) {
    const search = searchOf(request.query.phrase, request.caller);
    return search ? await listWished(request, { ...EVERY_POST, search }) : nothing();
  },
});
