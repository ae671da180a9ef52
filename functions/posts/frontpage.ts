import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { listInEditorialOrder } from '../../shared/listing/editorial-order.ts';
import { listQuery } from '../../shared/listing/list.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { HOME_ID } from '../../shared/sections/record.ts';

export default endpoint({
  query: v.object(listQuery()),
  answer: PostAnswers,
  async handle(request) {
    return await listInEditorialOrder(HOME_ID, request);
  },
});
