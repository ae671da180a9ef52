import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { createPreview, EditorPreviewInput, NewPreview } from '../../shared/posts/previews/previews.ts';

export default endpoint({
  path: IdPath,
  body: EditorPreviewInput,
  answer: v.object({ id: v.number(), ...NewPreview.entries }),
  remembered: answer => ({ ...answer, token: null, url: null }),
  async handle({ path, body, caller }) {
    return { body: await createPreview(path.id, { lifeS: body.expires_in, isStaged: body.staged }, caller) };
  },
});
