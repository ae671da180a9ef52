import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath, pageFields } from '../../shared/http/query.ts';
import { Like, listLikes } from '../../shared/likes/like.ts';

export default endpoint({
  path: IdPath,
  query: v.object(pageFields(1000, 1000)),
  answer: v.array(Like),
  async handle(request) {
    return await listLikes(request.path.id, request);
  },
});
