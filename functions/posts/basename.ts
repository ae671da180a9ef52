import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { queryFlag, requiredQuery } from '../../shared/platform/http/query.ts';
import { listPosts, listQuery } from '../../shared/posts/listing/list.ts';
import { PostAnswers } from '../../shared/posts/record/answer.ts';
import { TIMELINE } from '../../shared/posts/record/timelines.ts';
import { decodePercent } from '../../shared/platform/text/percent.ts';

const MAX_LENGTH = 300;

/** Percent-encoded or not, and in any normal form. */
const basename = v.pipe(
  requiredQuery(9 * MAX_LENGTH),
  v.transform(sent => decodePercent(sent).normalize('NFC')),
  v.maxLength(MAX_LENGTH, `must have at most ${MAX_LENGTH} characters`),
);

export default endpoint({
  query: v.object({ basename, removed: v.optional(queryFlag, '0'), ...listQuery() }),
  answer: PostAnswers,
  async handle(request) {
    const { basename, removed } = request.query;
    const live = TIMELINE.basename(basename);
    return await listPosts(request, {
      timelines: removed ? [live, TIMELINE.removedBasename(basename)] : [live],
      statuses: ['draft', 'scheduled', 'published', ...(removed ? ['removed' as const] : [])],
    });
  },
});
