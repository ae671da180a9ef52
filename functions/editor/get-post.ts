import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { answerEditable, EditablePostAnswer } from '../../shared/posts/answers/editable.ts';
import { readPost } from '../../shared/posts/record/read.ts';

export default endpoint({
  path: IdPath,
  answer: EditablePostAnswer,
  async handle({ path, caller }) {
    return await answerEditable(await readPost(path.id, readsConsistently(caller)));
  },
});
