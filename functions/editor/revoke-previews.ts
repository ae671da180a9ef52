import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { revokePreviews } from '../../shared/posts/previews/list.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, caller }) {
    await revokePreviews(path.id, caller);
    return { body: {} };
  },
});
