import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath, pageFields } from '../../shared/platform/http/query.ts';
import { ListedPreview, listPreviews } from '../../shared/posts/previews/list.ts';

const { limit, cursor } = pageFields(100, 100);

export default endpoint({
  path: IdPath,
  query: v.object({ limit, cursor }),
  answer: v.array(ListedPreview),
  async handle({ path, query, after, caller }) {
    return await listPreviews(path.id, { limit: query.limit, after }, caller);
  },
});
