import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { PostAnswer } from '../../shared/posts/record/answer.ts';
import { answerCreated, recallCreated } from '../../shared/posts/answers/created.ts';
import { PostCreateInput } from '../../shared/posts/record/input.ts';
import { createPost } from '../../shared/posts/publishing/create.ts';

export default endpoint({
  body: PostCreateInput,
  answer: PostAnswer,
  async handle({ body, caller }) {
    return await answerCreated(await createPost(body, 'published', caller), { draftUrl: false });
  },
  recall: async id => await recallCreated(id, { draftUrl: false }),
});
