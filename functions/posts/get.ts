import { readsConsistently } from '../../shared/http/caller.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { requireFamily, requireVisible, shownTo } from '../../shared/posts/access.ts';
import { PostAnswer } from '../../shared/posts/answer.ts';
import { presentPost } from '../../shared/posts/present.ts';
import { readPost } from '../../shared/posts/read.ts';

export default endpoint({
  path: IdPath,
  answer: PostAnswer,
  async handle({ path, caller }) {
    const post = await readPost(path.id, readsConsistently(caller));
    requireFamily('posts', post.value);
    const answer = await presentPost(post, { draftUrl: false });
    requireVisible(answer, caller);
    return { body: shownTo(caller, answer), version: post.version };
  },
});
