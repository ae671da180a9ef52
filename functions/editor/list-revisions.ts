import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath, pageFields } from '../../shared/platform/http/query.ts';
import { ListedRevision, listRevisions } from '../../shared/posts/revisions/list.ts';

const { limit, cursor } = pageFields(25, 100);

export default endpoint({
  path: IdPath,
  query: v.object({ limit, cursor }),
  answer: v.array(ListedRevision),
  async handle({ path, query, after, caller }) {
    return await listRevisions(path.id, { limit: query.limit, after }, caller);
  },
});
