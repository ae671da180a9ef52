import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { requireFamily, requireVisible } from '../../shared/posts/record/access.ts';
import { PostAnswer } from '../../shared/posts/record/answer.ts';
import { presentPost } from '../../shared/posts/answers/present.ts';
import { readPost } from '../../shared/posts/record/read.ts';
import { renderPost, renderQuery } from '../../shared/posts/rendering/render-post.ts';

export default endpoint({
  path: IdPath,
  query: renderQuery,
  answer: PostAnswer,
  async handle({ path, query, caller }) {
    const post = await readPost(path.id, { consistent: readsConsistently(caller) }, 'posts');
    requireFamily('posts', post.value, caller);
    const answer = await presentPost(post, { draftUrl: false, caller });
    requireVisible(answer, caller);
    return { body: await renderPost(post, answer, { query, caller }), version: post.version };
  },
});
