import { nowTs } from '../../platform/core/clock.ts';
import { InvalidInput } from '../../platform/core/errors.ts';
import type { IfMatch } from '../../platform/core/if-match.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Post } from '../record/post.ts';
import { readPost } from '../record/read.ts';
import type { PostRecord } from '../record/record.ts';
import { announceDue } from '../../platform/schedule/queue.ts';
import { changePost, type PostChange } from './change.ts';
import { asDraft, asScheduled, requireAllowed, type Transition } from './lifecycle.ts';
import { recomputeSections } from './membership.ts';

/** A removed post is not found. */
const SCHEDULE: Transition = {
  family: 'drafts',
  action: 'post_schedule',
  conflict: status => (status === 'removed' ? undefined : 'A published post can’t be scheduled'),
};
const UNSCHEDULE: Transition = {
  family: 'drafts',
  from: ['scheduled'],
  action: 'post_unschedule',
  conflict: status => (status === 'removed' ? undefined : 'The draft is not scheduled'),
};

/**
 * `scheduled_at` in the record decides when a post is published; messages and schedules only invoke the publisher. The record is
 * written first: after a crash before the message is sent, the sweep publishes the post at its time. A schedule or message for a time
 * that is no longer planned changes nothing.
 * @throws InvalidInput (past), NotFound, Conflict (published), PreconditionFailed
 */
export async function schedulePost(id: number, at: number, caller: Caller, ifMatch: IfMatch): Promise<Post> {
  if (at <= nowTs()) throw new InvalidInput('scheduled_at: must lie in the future');
  const post = await changePost({
    transition: SCHEDULE,
    caller,
    check: requireAllowed(SCHEDULE, caller, ifMatch),
    read: () => readPost(id, { consistent: true }),
    compose: composeBy(post => asScheduled(post, at, caller.authorId)),
  });
  await announceDue(id, at);
  return post;
}

/** @throws NotFound, Conflict (not scheduled), PreconditionFailed */
export async function unschedulePost(id: number, caller: Caller, ifMatch: IfMatch): Promise<Post> {
  return await changePost({
    transition: UNSCHEDULE,
    caller,
    check: requireAllowed(UNSCHEDULE, caller, ifMatch),
    read: () => readPost(id, { consistent: true }),
    compose: composeBy(asDraft),
  });
}

function composeBy(apply: (post: PostRecord) => PostRecord): PostChange<Post>['compose'] {
  return ({ value }, directory) => ({
    next: { ...recomputeSections(apply(value), directory), updated_ts: nowTs() },
  });
}
