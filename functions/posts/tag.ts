import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { requiredQuery } from '../../shared/http/query.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { tagValues } from '../../shared/posts/filters/input.ts';
import { listWished } from '../../shared/posts/filters/list.ts';
import { tagTimelines } from '../../shared/posts/filters/parse.ts';
import { EVERY_POST } from '../../shared/posts/filters/wish.ts';
import { listQuery, nothing } from '../../shared/posts/list.ts';

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
