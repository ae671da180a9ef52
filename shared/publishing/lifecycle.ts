import type { PostRecord } from '../posts/record.ts';

/** The states of a post and the ways between them, as pure functions; who may go them is asked elsewhere. */

const unscheduled = { scheduled_at: null, scheduled_by: null };

/** The first publication dates a post that was given no date; publishing again keeps it. */
export function published(post: PostRecord, now: number): PostRecord {
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

/** Publishes by schedule: the post is dated as planned, however late it is published. */
export function publishedOnTime(post: PostRecord, now: number): PostRecord {
  const planned = post.scheduled_at ?? now;
  return {
    ...published(post, now),
    created_ts: planned,
    first_published_ts: post.first_published_ts ?? planned,
  };
}

export function drafted(post: PostRecord): PostRecord {
  return {
    ...post,
    ...unscheduled,
    status: 'draft',
    removed_ts: null,
  };
}

export function scheduled(post: PostRecord, at: number, by: number): PostRecord {
  return {
    ...post,
    status: 'scheduled',
    scheduled_at: at,
    scheduled_by: by,
  };
}

export function removed(post: PostRecord, now: number): PostRecord {
  return {
    ...post,
    ...unscheduled,
    status: 'removed',
    removed_ts: now,
  };
}
