import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { PostAnswer } from '../../shared/posts/answer.ts';
import { presentPost } from '../../shared/posts/present.ts';
import { unschedulePost } from '../../shared/publishing/schedule.ts';

export default endpoint({
  path: IdPath,
  answer: PostAnswer,
  async handle({ path, caller, ifMatch }) {
    const post = await unschedulePost(path.id, caller, ifMatch);
    return { body: await presentPost(post, { draftUrl: true }), version: post.version };
  },
});
