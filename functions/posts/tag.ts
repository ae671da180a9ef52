import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { requiredQuery } from '../../shared/http/query.ts';
import { tagValues } from '../../shared/listing/filters/input.ts';
import { listWished } from '../../shared/listing/filters/list.ts';
import { tagTimelines } from '../../shared/listing/filters/parse.ts';
import { listQuery, nothing } from '../../shared/listing/list.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { EVERY_POST } from '../../shared/posts/filter.ts';

export default endpoint({
  query: v.object({ tag: requiredQuery(200), exclude_tags: tagValues, ...listQuery() }),
  answer: PostAnswers,
  async handle(request) {
    const { tag, exclude_tags = [] } = request.query;
    const timelines = tagTimelines([tag], request.caller);
    if (timelines.length === 0) return nothing();
    const noneOf = tagTimelines(exclude_tags, request.caller);
    return await listWished(request, { ...EVERY_POST, anyOf: [timelines], noneOf });
  },
});
