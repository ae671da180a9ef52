import * as v from 'valibot';
import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { pathId } from '../../shared/platform/http/query.ts';
import { unlike } from '../../shared/posts/counters/likes/like.ts';

export default endpoint({
  path: v.object({ id: pathId, author_id: pathId }),
  answer: EmptyObject,
  async handle({ path, caller }) {
    await unlike(path.id, path.author_id, caller);
    return { body: {} };
  },
});
