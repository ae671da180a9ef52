import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { listInEditorialOrder } from '../../shared/posts/listing/editorial-order.ts';
import { listQuery } from '../../shared/posts/listing/list.ts';
import { PostAnswers } from '../../shared/posts/record/answer.ts';
import { HOME_ID } from '../../shared/taxonomy/sections/record.ts';

export default endpoint({
  query: v.object(listQuery()),
  answer: PostAnswers,
  async handle(request) {
    return await listInEditorialOrder(HOME_ID, request);
  },
});
