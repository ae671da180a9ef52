import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { PostAnswer } from '../../shared/posts/record/answer.ts';
import { PostEditInput } from '../../shared/posts/record/input.ts';
import { presentPost } from '../../shared/posts/answers/present.ts';
import { editPost } from '../../shared/posts/publishing/edit.ts';

export default endpoint({
  path: IdPath,
  body: PostEditInput,
  answer: PostAnswer,
  async handle({ path, body, caller, ifMatch }) {
    const { action, prevent_modifying_updated_ts: keepUpdatedTs, ...input } = body;
    const post = await editPost(path.id, { family: 'posts', input, action, keepUpdatedTs, ifMatch }, caller);
    return { body: await presentPost(post, { draftUrl: action === 'unpublish' }), version: post.version };
  },
});
