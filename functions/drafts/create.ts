import { endpoint } from '../../shared/http/endpoint.ts';
import { PostAnswer } from '../../shared/posts/answer.ts';
import { DraftCreateInput } from '../../shared/posts/input.ts';
import { presentPost } from '../../shared/posts/present.ts';
import { createPost } from '../../shared/publishing/create.ts';

export default endpoint({
  body: DraftCreateInput,
  answer: PostAnswer,
  async handle({ body, caller, unit }) {
    const post = await createPost(body, 'draft', caller, unit);
    return { body: await presentPost(post, { draftUrl: true }), version: post.version };
  },
});
