import * as v from 'valibot';
import type { Answer } from '../../platform/http/endpoint.ts';
import { PostAnswer } from '../record/answer.ts';
import { isInFamily } from '../record/access.ts';
import type { Post } from '../record/post.ts';
import { readBodyVersion } from '../record/record.ts';
import { presentStaged, StagedChange } from '../staged/present.ts';
import type { Staged } from '../staged/read.ts';
import { presentPost } from './present.ts';

const maybeNumber = v.nullable(v.number());

/**
 * A post as an editor's tool needs it. `body_version` changes only with the body. `staged` means that the post is shown with its staged
 * change, and `body_version` is that of the staged body, if there is one; `staged_change` is absent where it was not read. The authors who
 * last wrote the body and who last changed anything are null where an earlier version of the service did not store them.
 */
export const EditablePostAnswer = v.object({
  ...PostAnswer.entries,
  version: v.number(),
  body_version: v.number(),
  body_by: maybeNumber,
  edited_by: maybeNumber,
  edited_ts: maybeNumber,
  staged: v.optional(v.boolean()),
  staged_change: v.optional(v.nullable(StagedChange)),
});
type EditablePostAnswer = v.InferOutput<typeof EditablePostAnswer>;

/** A post with what is staged for it: null if nothing is, undefined if that was not looked for. */
interface Shown {
  post: Post;
  staged: Staged | null | undefined;
  isShown: boolean;
}

export async function answerEditable(post: Post): Promise<Answer<EditablePostAnswer>> {
  const { value, version } = post;
  const { body_by = null, edited_by = null, edited_ts = null } = value;
  const answer = await presentPost(post, { draftUrl: !isInFamily('posts', value) });
  const marks = { version, body_version: readBodyVersion(value), body_by, edited_by, edited_ts };
  return { body: { ...answer, ...marks }, version };
}

/** Like `answerEditable`, of a post that was read with its staged change. */
export async function answerOpened({ post, staged, isShown }: Shown): Promise<Answer<EditablePostAnswer>> {
  const answer = await answerEditable(post);
  const { body } = answer;
  if (!staged) return { ...answer, body: { ...body, staged: false, staged_change: staged } };
  const { value, version } = staged;
  const change = presentStaged(version, value, post.value);
  const { body_version, body_by } = isShown && value.body_version !== null ? value : body;
  return {
    ...answer,
    body: {
      ...body,
      body_version: body_version ?? body.body_version,
      body_by,
      staged: isShown,
      staged_change: change,
    },
  };
}
