import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { listCurated } from '../../shared/listing/curated.ts';
import { listQuery } from '../../shared/listing/list.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { HOME_ID } from '../../shared/sections/record.ts';

export default endpoint({
  query: v.object(listQuery()),
  answer: PostAnswers,
  async handle(request) {
    return await listCurated(HOME_ID, request);
  },
});
