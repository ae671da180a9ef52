import * as v from 'valibot';
import { id } from '../../shared/core/fields.ts';
import { EmptyObject, endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { like } from '../../shared/likes/like.ts';

export default endpoint({
  path: IdPath,
  body: v.object({ author_id: id }),
  answer: EmptyObject,
  async handle({ path, body, caller }) {
    await like(path.id, body.author_id, caller);
    return { body: {} };
  },
});
