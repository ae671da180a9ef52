import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { answerEditable, EditablePostAnswer } from '../../shared/posts/answers/editable.ts';
import { AnyPostEditInput } from '../../shared/posts/record/input.ts';
import { editInAnyState } from '../../shared/posts/publishing/edit-in-any-state.ts';

export default endpoint({
  path: IdPath,
  body: AnyPostEditInput,
  answer: EditablePostAnswer,
  async handle({ path, body, caller, ifMatch }) {
    const { body_version: bodyVersion, prevent_modifying_updated_ts: keepUpdatedTs, ...input } = body;
    const post = await editInAnyState(path.id, { input, bodyVersion, keepUpdatedTs, ifMatch }, caller);
    return await answerEditable(post);
  },
});
