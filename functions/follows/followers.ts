import * as v from 'valibot';
import { Author } from '../../shared/authors/present.ts';
import { listFollowers } from '../../shared/follows/list.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageFields, pathId } from '../../shared/http/query.ts';

export default endpoint({
  path: v.object({ section_id: pathId }),
  query: v.object(pageFields(1000, 1000)),
  answer: v.array(Author),
  async handle(request) {
    return await listFollowers(request.path.section_id, request);
  },
});
