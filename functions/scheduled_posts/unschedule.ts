import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { PostAnswer } from '../../shared/posts/record/answer.ts';
import { presentPost } from '../../shared/posts/answers/present.ts';
import { unschedulePost } from '../../shared/posts/publishing/schedule.ts';

export default endpoint({
  path: IdPath,
  answer: PostAnswer,
  async handle({ path, caller, ifMatch }) {
    const post = await unschedulePost(path.id, caller, ifMatch);
    return { body: await presentPost(post, { draftUrl: true }), version: post.version };
  },
});
