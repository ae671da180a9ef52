import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { listCurated } from '../../shared/posts/curated.ts';
import { listQuery } from '../../shared/posts/list.ts';
import { HOME_ID } from '../../shared/sections/record.ts';

export default endpoint({
  query: v.object(listQuery()),
  answer: PostAnswers,
  async handle(request) {
    return await listCurated(HOME_ID, request);
  },
});
