import { nowTs } from '../core/clock.ts';
import { Conflict, InvalidInput, NotFound } from '../core/errors.ts';
import { logError } from '../core/log.ts';
import type { Caller } from '../http/caller.ts';
import { requireMatch, type IfMatch } from '../core/if-match.ts';
import type { Post } from '../posts/post.ts';
import { readPost } from '../posts/read.ts';
import type { PostRecord } from '../posts/record.ts';
import { sendDue } from '../schedule/queue.ts';
import { sectionDirectory } from '../sections/read.ts';
import { retryContended } from '../store/retry.ts';
import type { Action } from '../webhooks/actions.ts';
import { webhookEvents } from '../webhooks/event.ts';
import { readWantedActions } from '../webhooks/read.ts';
import { asDraft, asScheduled } from './lifecycle.ts';
import { recomputeSections } from './membership.ts';
import { savePost } from './save.ts';

/**
 * `scheduled_at` in the record decides when a post is published; messages and schedules only invoke the publisher. The record is
 * written first: after a crash before the message is sent, the sweep publishes the post at its time. A schedule or message for a time
 * that is no longer planned changes nothing.
 * @throws InvalidInput (past), NotFound, Conflict (published), PreconditionFailed
 */
export async function schedulePost(id: number, at: number, caller: Caller, ifMatch: IfMatch): Promise<Post> {
  if (at <= nowTs()) throw new InvalidInput('scheduled_at: must lie in the future');
  const event = { action: 'post_schedule', userId: caller.authorId } as const;
  const post = await transition(id, ifMatch, event, current => {
    if (current.status === 'published') throw new Conflict('A published post can’t be scheduled');
    return asScheduled(current, at, caller.authorId);
  });
  await sendDue({ at }).catch((error: unknown) => logError('due time not sent', error, { id, at }));
  return post;
}

/** @throws NotFound, Conflict (not scheduled), PreconditionFailed */
export async function unschedulePost(id: number, caller: Caller, ifMatch: IfMatch): Promise<Post> {
  const event = { action: 'post_unschedule', userId: caller.authorId } as const;
  return await transition(id, ifMatch, event, current => {
    if (current.status !== 'scheduled') throw new Conflict('The draft is not scheduled');
    return asDraft(current);
  });
}

async function transition(
  id: number,
  ifMatch: IfMatch,
  event: { action: Action; userId: number },
  change: (post: PostRecord) => PostRecord,
): Promise<Post> {
  return await retryContended(async () => {
    const [current, directory, wanted] = await Promise.all([
      readPost(id, true),
      sectionDirectory(),
      readWantedActions(),
    ]);
    if (current.value.status === 'removed') throw new NotFound(`There is no draft with the id ${id}`);
    requireMatch(ifMatch, current.version);
    const next = { ...recomputeSections(change(current.value), directory), updated_ts: nowTs() };
    const version = current.version + 1;
    const events = webhookEvents(wanted, { ...event, before: current.value, next, version });
    const saved = await savePost({ current, next, directory, events });
    return { ...current, ...saved };
  });
}
