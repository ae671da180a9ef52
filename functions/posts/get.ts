import { readsConsistently } from '../../shared/http/caller.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { requireFamily, requireVisible } from '../../shared/posts/access.ts';
import { PostAnswer } from '../../shared/posts/answer.ts';
import { presentPost } from '../../shared/posts/present.ts';
import { readPost } from '../../shared/posts/read.ts';
import { renderPost, renderQuery } from '../../shared/rendering/render-post.ts';

export default endpoint({
  path: IdPath,
  query: renderQuery,
  answer: PostAnswer,
  async handle({ path, query, caller }) {
    const post = await readPost(path.id, readsConsistently(caller), 'posts');
    requireFamily('posts', post.value);
    const answer = await presentPost(post, { draftUrl: false, caller });
    requireVisible(answer, caller);
    return { body: await renderPost(post, answer, { query, caller }), version: post.version };
  },
});
