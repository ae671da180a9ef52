import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { PostAnswer } from '../../shared/posts/record/answer.ts';
import { presentPost } from '../../shared/posts/answers/present.ts';
import { readPreviewed, TokenPath } from '../../shared/posts/answers/previews.ts';
import { renderPost, renderQuery } from '../../shared/posts/rendering/render-post.ts';

export default endpoint({
  path: TokenPath,
  query: renderQuery,
  answer: PostAnswer,
  async handle({ path, query, caller }) {
    const draft = await readPreviewed(path.token);
    const answer = await presentPost(draft, { draftUrl: true, caller });
    return { body: await renderPost(draft, answer, { query, caller }), isUncacheable: true };
  },
});
