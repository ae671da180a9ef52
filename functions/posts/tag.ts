import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { requiredQuery } from '../../shared/platform/http/query.ts';
import { tagValues } from '../../shared/posts/listing/filters/input.ts';
import { listPostsFiltered } from '../../shared/posts/listing/filters/list.ts';
import { tagTimelines } from '../../shared/posts/listing/filters/parse.ts';
import { listQuery, emptyList } from '../../shared/posts/listing/list.ts';
import { PostAnswers } from '../../shared/posts/record/answer.ts';
import { NO_FILTER } from '../../shared/posts/record/filter.ts';

export default endpoint({
  query: v.object({ tag: requiredQuery(200), exclude_tags: tagValues, ...listQuery() }),
  answer: PostAnswers,
  async handle(request) {
    const { tag, exclude_tags = [] } = request.query;
    const timelines = tagTimelines([tag], request.caller);
    if (timelines.length === 0) return emptyList();
    const noneOf = tagTimelines(exclude_tags, request.caller);
    return await listPostsFiltered(request, { ...NO_FILTER, anyOf: [timelines], noneOf });
  },
});
