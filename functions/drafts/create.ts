import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { PostAnswer } from '../../shared/posts/record/answer.ts';
import { answerCreated, recallCreated } from '../../shared/posts/answers/created.ts';
import { DraftCreateInput } from '../../shared/posts/record/input.ts';
import { createPost } from '../../shared/posts/publishing/create.ts';

export default endpoint({
  body: DraftCreateInput,
  answer: PostAnswer,
  async handle({ body, caller }) {
    return await answerCreated(await createPost(body, 'draft', caller), { draftUrl: true });
  },
  recall: async id => await recallCreated(id, { draftUrl: true }),
});
