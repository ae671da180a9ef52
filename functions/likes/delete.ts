import * as v from 'valibot';
import { EmptyObject, endpoint } from '../../shared/http/endpoint.ts';
import { pathId } from '../../shared/http/query.ts';
import { unlike } from '../../shared/likes/like.ts';

export default endpoint({
  path: v.object({ id: pathId, author_id: pathId }),
  answer: EmptyObject,
  async handle({ path, caller }) {
    await unlike(path.id, path.author_id, caller);
    return { body: {} };
  },
});
