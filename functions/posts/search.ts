import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { searchPhrase } from '../../shared/posts/listing/filters/input.ts';
import { listPostsFiltered } from '../../shared/posts/listing/filters/list.ts';
import { listQuery, emptyList } from '../../shared/posts/listing/list.ts';
import { PostAnswers } from '../../shared/posts/record/answer.ts';
import { NO_FILTER } from '../../shared/posts/record/filter.ts';
import { planSearch } from '../../shared/posts/search/search.ts';

export default endpoint({
  query: v.object({ phrase: searchPhrase, ...listQuery() }),
  answer: PostAnswers,
  async handle(request) {
    const search = planSearch(request.query.phrase, request.caller);
    return search ? await listPostsFiltered(request, { ...NO_FILTER, search }) : emptyList();
  },
});
