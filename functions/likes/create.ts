import * as v from 'valibot';
import { id } from '../../shared/platform/values/fields.ts';
import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { like } from '../../shared/posts/counters/likes/like.ts';

export default endpoint({
  path: IdPath,
  body: v.object({ author_id: id }),
  answer: EmptyObject,
  async handle({ path, body, caller }) {
    await like(path.id, body.author_id, caller);
    return { body: {} };
  },
});
