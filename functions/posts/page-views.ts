import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { queryInteger } from '../../shared/http/query.ts';
import { listQuery } from '../../shared/listing/list.ts';
import { listMostViewed } from '../../shared/listing/most-viewed.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';

/** Hours. */
const LONGEST_PERIOD = 720;
const message = `must be an integer from 1 to ${LONGEST_PERIOD}`;
const period = v.pipe(queryInteger, v.minValue(1, message), v.maxValue(LONGEST_PERIOD, message));

export default endpoint({
  query: v.object({ period: v.optional(period, '24'), ...listQuery() }),
  answer: PostAnswers,
  async handle(request) {
    return await listMostViewed(request.query.period, request);
  },
});
