import type { PostRecord } from '../posts/record.ts';

/** The transitions between the states of a post, as pure functions. Permissions and allowed transitions are checked by their callers. */

const unscheduled = { scheduled_at: null, scheduled_by: null };

/** The first publication sets created_ts unless it was given (`dated`); later publications keep it. */
export function asPublished(post: PostRecord, now: number): PostRecord {
  return {
    ...post,
    ...unscheduled,
    status: 'published',
    removed_ts: null,
    created_ts: post.dated ? post.created_ts : now,
    dated: true,
    first_published_ts: post.first_published_ts ?? now,
    last_published_ts: now,
  };
}

/** Publishes by schedule: the post is dated as planned, however late it is published, and has not been updated before. */
export function asPublishedOnTime(post: PostRecord, now: number): PostRecord {
  const planned = post.scheduled_at ?? now;
  return {
    ...asPublished(post, now),
    created_ts: planned,
    updated_ts: Math.max(post.updated_ts, planned),
    first_published_ts: post.first_published_ts ?? planned,
  };
}

export function asDraft(post: PostRecord): PostRecord {
  return {
    ...post,
    ...unscheduled,
    status: 'draft',
    removed_ts: null,
  };
}

export function asScheduled(post: PostRecord, at: number, by: number): PostRecord {
  return {
    ...post,
    status: 'scheduled',
    scheduled_at: at,
    scheduled_by: by,
  };
}

export function asRemoved(post: PostRecord, now: number): PostRecord {
  return {
    ...post,
    ...unscheduled,
    status: 'removed',
    removed_ts: now,
  };
}
