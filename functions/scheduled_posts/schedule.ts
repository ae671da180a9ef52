import * as v from 'valibot';
import { timestamp } from '../../shared/core/fields.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { PostAnswer } from '../../shared/posts/answer.ts';
import { presentPost } from '../../shared/posts/present.ts';
import { schedulePost } from '../../shared/publishing/schedule.ts';

export default endpoint({
  path: IdPath,
  body: v.object({ scheduled_at: timestamp }),
  answer: PostAnswer,
  async handle({ path, body, caller, ifMatch }) {
    const post = await schedulePost(path.id, body.scheduled_at, caller, ifMatch);
    return { body: await presentPost(post, { draftUrl: true }), version: post.version };
  },
});
