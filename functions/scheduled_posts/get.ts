import { NotFound } from '../../shared/platform/core/errors.ts';
import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { mayRead } from '../../shared/posts/record/access.ts';
import { PostAnswer } from '../../shared/posts/record/answer.ts';
import { presentPost } from '../../shared/posts/answers/present.ts';
import { readPost } from '../../shared/posts/record/read.ts';

export default endpoint({
  path: IdPath,
  answer: PostAnswer,
  async handle({ path, caller }) {
    const post = await readPost(path.id, { consistent: readsConsistently(caller) });
    if (post.value.status !== 'scheduled' || !mayRead(caller, post.value))
      throw new NotFound(`There is no scheduled draft with the id ${path.id}`);
    return { body: await presentPost(post, { draftUrl: true }), version: post.version };
  },
});
