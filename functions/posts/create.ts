import { endpoint } from '../../shared/http/endpoint.ts';
import { PostAnswer } from '../../shared/posts/answer.ts';
import { PostCreateInput } from '../../shared/posts/input.ts';
import { presentPost } from '../../shared/posts/present.ts';
import { createPost } from '../../shared/publishing/create.ts';

export default endpoint({
  body: PostCreateInput,
  answer: PostAnswer,
  async handle({ body, caller, unit }) {
    const post = await createPost(body, 'published', caller, unit);
    return { body: await presentPost(post, { draftUrl: false }), version: post.version };
  },
});
