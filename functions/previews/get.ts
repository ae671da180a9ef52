import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { PostAnswer } from '../../shared/posts/record/answer.ts';
import { presentPost } from '../../shared/posts/answers/present.ts';
import { readPreviewed, TokenPath } from '../../shared/posts/previews/previews.ts';
import { renderPost, renderQuery } from '../../shared/posts/rendering/render-post.ts';

export default endpoint({
  path: TokenPath,
  query: renderQuery,
  answer: PostAnswer,
  async handle({ path, query, caller }) {
    const post = await readPreviewed(path.token);
    const answer = await presentPost(post, { draftUrl: post.value.status !== 'published', caller });
    return { body: await renderPost(post, answer, { query, caller }), isUncacheable: true };
  },
});
