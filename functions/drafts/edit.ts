import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { PostAnswer } from '../../shared/posts/record/answer.ts';
import { DraftEditInput } from '../../shared/posts/record/input.ts';
import { presentPost } from '../../shared/posts/answers/present.ts';
import { editPost } from '../../shared/posts/publishing/edit.ts';

export default endpoint({
  path: IdPath,
  body: DraftEditInput,
  answer: PostAnswer,
  async handle({ path, body, caller, ifMatch }) {
    const { action, ...input } = body;
    const post = await editPost(path.id, { family: 'drafts', input, action, ifMatch }, caller);
    return { body: await presentPost(post, { draftUrl: action !== 'publish' }), version: post.version };
  },
});
