import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath, queryFlag } from '../../shared/platform/http/query.ts';
import { answerOpened, EditablePostAnswer } from '../../shared/posts/answers/editable.ts';
import { openPost } from '../../shared/posts/publishing/staging/show.ts';

export default endpoint({
  path: IdPath,
  query: v.object({ staged: v.optional(queryFlag, '0') }),
  answer: EditablePostAnswer,
  async handle({ path, query, caller }) {
    return await answerOpened(await openPost(path.id, query.staged, caller));
  },
});
