import * as v from 'valibot';
import { endpoint } from '../../shared/http/endpoint.ts';
import { pageFields, requiredQuery, selectionFields } from '../../shared/http/query.ts';
import { PostAnswers } from '../../shared/posts/answer.ts';
import { listPosts, nothing } from '../../shared/posts/list.ts';
import { TIMELINE } from '../../shared/posts/timelines.ts';
import { sectionDirectory } from '../../shared/sections/directory.ts';

export default endpoint({
  query: v.object({ section_name: requiredQuery(500), ...pageFields(10, 100), ...selectionFields }),
  answer: PostAnswers,
  async handle(request) {
    const { section_name: name } = request.query;
    const id = (await sectionDirectory([name])).findByUrl(name);
    if (id === undefined) return nothing();
    return await listPosts(request, { timelines: [TIMELINE.section(id)], statuses: ['published'] });
  },
});
