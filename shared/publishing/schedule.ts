import { nowTs } from '../core/clock.ts';
import { Conflict, InvalidInput, NotFound } from '../core/errors.ts';
import type { Caller } from '../http/caller.ts';
import { requireMatch, type IfMatch } from '../core/if-match.ts';
import type { Post } from '../posts/post.ts';
import { readPost, readPosts } from '../posts/read.ts';
import type { PostRecord } from '../posts/record.ts';
import { deleteSchedule, createSchedule } from '../schedule/schedule.ts';
import { sectionDirectory } from '../sections/read.ts';
import { retryContended } from '../store/retry.ts';
import type { Action } from '../webhooks/actions.ts';
import { webhookEvents } from '../webhooks/event.ts';
import { readWantedActions } from '../webhooks/read.ts';
import { asDraft, asPublishedOnTime, asScheduled } from './lifecycle.ts';
import { recomputeSections } from './membership.ts';
import { savePost } from './save.ts';

/**
 * `scheduled_at` in the record decides when a post is published; EventBridge Scheduler only invokes the publisher. The record is
 * written first: a crash before the schedule is created leaves a draft without one, and the sweep creates it or, once the post is
 * overdue, publishes the post. A stale schedule finds another time in the record and changes nothing.
 * @throws InvalidInput (past), NotFound, Conflict (published), PreconditionFailed
 */
export async function schedulePost(id: number, at: number, caller: Caller, ifMatch: IfMatch): Promise<Post> {
  if (at <= nowTs()) throw new InvalidInput('scheduled_at: must lie in the future');
  const event = { action: 'post_schedule', userId: caller.authorId } as const;
  const [before, post] = await transition(id, ifMatch, event, current => {
    if (current.status === 'published') throw new Conflict('A published post can’t be scheduled');
    return asScheduled(current, at, caller.authorId);
  });
  await Promise.all([createSchedule(id, at), before !== null && before !== at && deleteSchedule(id, before)]);
  return post;
}

/** @throws NotFound, Conflict (not scheduled), PreconditionFailed */
export async function unschedulePost(id: number, caller: Caller, ifMatch: IfMatch): Promise<Post> {
  const event = { action: 'post_unschedule', userId: caller.authorId } as const;
  const [before, post] = await transition(id, ifMatch, event, current => {
    if (current.status !== 'scheduled') throw new Conflict('The draft is not scheduled');
    return asDraft(current);
  });
  if (before !== null) await deleteSchedule(id, before);
  return post;
}

/**
 * Publishes a post that is due, and changes no other: early, repeated and stale invocations find a record that is not due. Of two
 * simultaneous invocations one commits under the record's version, and the other then reads a published post.
 * @returns how many seconds late it is, or null when there was nothing to publish
 */
export async function publishDue(id: number, now: () => number = nowTs): Promise<number | null> {
  return await retryContended(async () => {
    const [[current], directory, wanted] = await Promise.all([
      readPosts([id], { content: false, consistent: true }),
      sectionDirectory(),
      readWantedActions(),
    ]);
    if (!current) return null;
    const { status, scheduled_at, scheduled_by } = current.value;
    if (status !== 'scheduled' || scheduled_at === null || scheduled_at > now()) return null;
    const next = asPublishedOnTime(recomputeSections(current.value, directory), now());
    const events = webhookEvents(wanted, {
      action: 'draft_publish',
      before: current.value,
      next,
      version: current.version + 1,
      userId: scheduled_by ?? current.value.created_by,
    });
    await savePost({ current, next, directory, events });
    return now() - scheduled_at;
  });
}

/** @returns the previously planned time and the saved post */
async function transition(
  id: number,
  ifMatch: IfMatch,
  event: { action: Action; userId: number },
  change: (post: PostRecord) => PostRecord,
): Promise<[number | null, Post]> {
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
    return [current.value.scheduled_at, { ...current, ...saved }];
  });
}
