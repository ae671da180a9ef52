import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { deletePasskey } from '../../shared/people/sessions/own-factors.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, caller }) {
    await deletePasskey(path.id, caller);
    return { body: {} };
  },
});
