import { endpoint } from '../../shared/http/endpoint.ts';
import { PostAnswer } from '../../shared/posts/answer.ts';
import { answerCreated, recallCreated } from '../../shared/posts/created.ts';
import { PostCreateInput } from '../../shared/posts/input.ts';
import { createPost } from '../../shared/publishing/create.ts';

export default endpoint({
  body: PostCreateInput,
  answer: PostAnswer,
  async handle({ body, caller }) {
    return await answerCreated(await createPost(body, 'published', caller), { draftUrl: false });
  },
  recall: async id => await recallCreated(id, { draftUrl: false }),
});
