import * as v from 'valibot';
import { timestamp } from '../../shared/platform/values/fields.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { PostAnswer } from '../../shared/posts/record/answer.ts';
import { presentPost } from '../../shared/posts/answers/present.ts';
import { schedulePost } from '../../shared/posts/publishing/schedule.ts';

export default endpoint({
  path: IdPath,
  body: v.object({ scheduled_at: timestamp }),
  answer: PostAnswer,
  async handle({ path, body, caller, ifMatch }) {
    const post = await schedulePost(path.id, body.scheduled_at, caller, ifMatch);
    return { body: await presentPost(post, { draftUrl: true }), version: post.version };
  },
});
