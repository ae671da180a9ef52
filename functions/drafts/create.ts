import { endpoint } from '../../shared/http/endpoint.ts';
import { PostAnswer } from '../../shared/posts/answer.ts';
import { answerCreated, recallCreated } from '../../shared/posts/created.ts';
import { DraftCreateInput } from '../../shared/posts/input.ts';
import { createPost } from '../../shared/publishing/create.ts';

export default endpoint({
  body: DraftCreateInput,
  answer: PostAnswer,
  async handle({ body, caller }) {
    return await answerCreated(await createPost(body, 'draft', caller), { draftUrl: true });
  },
  recall: async id => await recallCreated(id, { draftUrl: true }),
});
