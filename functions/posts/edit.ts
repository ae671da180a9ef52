import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { PostAnswer } from '../../shared/posts/answer.ts';
import { PostEditInput } from '../../shared/posts/input.ts';
import { presentPost } from '../../shared/posts/present.ts';
import { editPost } from '../../shared/publishing/edit.ts';

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
