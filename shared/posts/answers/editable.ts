import * as v from 'valibot';
import type { Answer } from '../../platform/http/endpoint.ts';
import { PostAnswer } from '../record/answer.ts';
import { isInFamily } from '../record/access.ts';
import type { Post } from '../record/post.ts';
import { readBodyVersion } from '../record/record.ts';
import { presentPost } from './present.ts';

const maybeNumber = v.nullable(v.number());

/**
 * A post as an editor's tool needs it. `body_version` changes with the body alone. The authors who last wrote the body and who last changed
 * anything are null where an earlier version of the service did not note them.
 */
export const EditablePostAnswer = v.object({
  ...PostAnswer.entries,
  version: v.number(),
  body_version: v.number(),
  body_by: maybeNumber,
  edited_by: maybeNumber,
  edited_ts: maybeNumber,
});
type EditablePostAnswer = v.InferOutput<typeof EditablePostAnswer>;

export async function answerEditable(post: Post): Promise<Answer<EditablePostAnswer>> {
  const { value, version } = post;
  const { body_by = null, edited_by = null, edited_ts = null } = value;
  const answer = await presentPost(post, { draftUrl: !isInFamily('posts', value) });
  const marks = { version, body_version: readBodyVersion(value), body_by, edited_by, edited_ts };
  return { body: { ...answer, ...marks }, version };
}
