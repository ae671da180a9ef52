import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { createPreview, NewPreview, PreviewInput } from '../../shared/posts/previews/previews.ts';

export default endpoint({
  path: IdPath,
  body: PreviewInput,
  answer: NewPreview,
  remembered: answer => ({ ...answer, token: null, url: null }),
  async handle({ path, body, caller }) {
    const { token, url, expires_ts } = await createPreview(path.id, { lifeS: body.expires_in }, caller);
    return { body: { token, url, expires_ts } };
  },
});
