import * as v from 'valibot';
import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { pathId } from '../../shared/platform/http/query.ts';
import { revokeListed } from '../../shared/posts/previews/list.ts';

export default endpoint({
  path: v.object({ id: pathId, preview_id: pathId }),
  answer: EmptyObject,
  async handle({ path, caller }) {
    await revokeListed(path.id, path.preview_id, caller);
    return { body: {} };
  },
});
