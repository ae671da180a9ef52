import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { revokePreview, TokenPath } from '../../shared/posts/previews/previews.ts';

export default endpoint({
  path: TokenPath,
  answer: EmptyObject,
  async handle({ path, caller }) {
    await revokePreview(path.token, caller);
    return { body: {} };
  },
});
