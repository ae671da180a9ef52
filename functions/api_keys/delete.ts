import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { deleteKey } from '../../shared/people/keys/write.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, caller }) {
    await deleteKey(path.id, caller);
    return { body: {} };
  },
});
