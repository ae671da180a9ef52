import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { pathId } from '../../shared/platform/http/query.ts';
import { answerEditable, EditablePostAnswer } from '../../shared/posts/answers/editable.ts';
import { readRevision } from '../../shared/posts/revisions/read.ts';

export default endpoint({
  path: v.object({ id: pathId, version: pathId }),
  answer: EditablePostAnswer,
  async handle({ path, caller }) {
    const revision = await readRevision(path.id, path.version, caller);
    return await answerEditable(revision);
  },
});
