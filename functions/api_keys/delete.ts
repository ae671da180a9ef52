import { EmptyObject, endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { deleteKey } from '../../shared/keys/write.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path }) {
    await deleteKey(path.id);
    return { body: {} };
  },
});
