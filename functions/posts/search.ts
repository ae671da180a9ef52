import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { searchPhrase } from '../../shared/listing/filters/input.ts';
import { listPostsFiltered } from '../../shared/listing/filters/list.ts';
import { listQuery, emptyList } from '../../shared/listing/list.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { NO_FILTER } from '../../shared/posts/filter.ts';
import { planSearch } from '../../shared/search/search.ts';

export default endpoint({
  query: v.object({ phrase: searchPhrase, ...listQuery() }),
  answer: PostAnswers,
  async handle(request) {
    const search = planSearch(request.query.phrase, request.caller);
    return search ? await listPostsFiltered(request, { ...NO_FILTER, search }) : emptyList();
  },
});
