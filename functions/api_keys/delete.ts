import { EmptyObject, endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { deleteKey } from '../../shared/keys/write.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, caller }) {
    await deleteKey(path.id, caller);
    return { body: {} };
  },
});
