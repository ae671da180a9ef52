import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { queryInteger } from '../../shared/platform/http/query.ts';
import { listQuery } from '../../shared/posts/listing/list.ts';
import { listMostViewed } from '../../shared/posts/listing/most-viewed.ts';
import { PostAnswers } from '../../shared/posts/record/answer.ts';

const MAX_PERIOD_HOURS = 720;
const message = `must be an integer from 1 to ${MAX_PERIOD_HOURS}`;
const period = v.pipe(queryInteger, v.minValue(1, message), v.maxValue(MAX_PERIOD_HOURS, message));

export default endpoint({
  query: v.object({ period: v.optional(period, '24'), ...listQuery() }),
  answer: PostAnswers,
  async handle(request) {
    return await listMostViewed(request.query.period, request);
  },
});
