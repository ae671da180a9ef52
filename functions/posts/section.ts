import * as v from 'valibot';
import { ANONYMOUS } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { requiredQuery } from '../../shared/platform/http/query.ts';
import { listInEditorialOrder } from '../../shared/posts/listing/editorial-order.ts';
import { listQuery, emptyList } from '../../shared/posts/listing/list.ts';
import { PostAnswers } from '../../shared/posts/record/answer.ts';
import { sectionDirectory } from '../../shared/taxonomy/sections/read.ts';

export default endpoint({
  query: v.object({ section_name: requiredQuery(500), ...listQuery() }),
  answer: PostAnswers,
  async handle(request) {
    const { section_name: name } = request.query;
    const directory = await sectionDirectory([name]);
    const id = directory.findByUrl(name);
    const hidden = request.caller === ANONYMOUS && id !== undefined && !directory.isPublic(id);
    if (id === undefined || hidden) return emptyList();
    return await listInEditorialOrder(id, request);
  },
});
