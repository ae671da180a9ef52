import { NotFound } from '../../shared/core/errors.ts';
import { readsConsistently } from '../../shared/http/caller.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { PostAnswer } from '../../shared/posts/answer.ts';
import { presentPost } from '../../shared/posts/present.ts';
import { readPost } from '../../shared/posts/read.ts';

export default endpoint({
  path: IdPath,
  answer: PostAnswer,
  async handle({ path, caller }) {
    const post = await readPost(path.id, readsConsistently(caller));
    if (post.value.status !== 'scheduled')
      throw new NotFound(`There is no scheduled draft with the id ${path.id}`);
    return { body: await presentPost(post, { draftUrl: true }), version: post.version };
  },
});
