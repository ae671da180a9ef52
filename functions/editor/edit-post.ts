import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { answerOpened, EditablePostAnswer } from '../../shared/posts/answers/editable.ts';
import { AnyPostEditInput } from '../../shared/posts/record/input.ts';
import { saveAsAsked } from '../../shared/posts/publishing/staging/save-as-asked.ts';
import { Dropped } from '../../shared/posts/publishing/revert.ts';

export default endpoint({
  path: IdPath,
  body: AnyPostEditInput,
  /** `dropped`: after a revert, what the revision refers to and was deleted since. */
  answer: v.object({ ...EditablePostAnswer.entries, dropped: v.optional(v.array(Dropped)) }),
  async handle({ path, body, caller, ifMatch }) {
    const { dropped, ...saved } = await saveAsAsked(path.id, body, { caller, ifMatch });
    const answer = await answerOpened(saved);
    return { ...answer, body: { ...answer.body, dropped } };
  },
});
