import * as v from 'valibot';
import { Author } from '../../shared/people/authors/present.ts';
import { listFollowers } from '../../shared/taxonomy/follows/list.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { pageFields, pathId } from '../../shared/platform/http/query.ts';

export default endpoint({
  path: v.object({ section_id: pathId }),
  query: v.object(pageFields(1000, 1000)),
  answer: v.array(Author),
  async handle(request) {
    return await listFollowers(request.path.section_id, request);
  },
});
