import { Conflict } from '../core/errors.ts';
import { requireMatch, type IfMatch } from '../core/if-match.ts';
import type { Caller } from '../http/caller.ts';
import { notFoundIn, requireMayEdit, STATUSES, type Family } from '../posts/access.ts';
import type { PostRecord, PostStatus } from '../posts/record.ts';
import type { Versioned } from '../store/record.ts';
import type { Action } from '../webhooks/actions.ts';

/** A transition between the states of a post. */
export interface Transition<Plan extends unknown[] = [now: number]> {
  /** The family whose endpoints make it. */
  family: Family;
  /** The states that it starts from, where it does not create the post. */
  from: readonly PostStatus[];
  /** What webhooks are told. */
  action: Action;
  apply: (post: PostRecord, ...plan: Plan) => PostRecord;
  /** The conflict with another state; where there is none, the family has no such post. */
  conflict?: (status: PostStatus) => string | undefined;
}

/**
 * The check of a change that a caller asks for.
 * @throws Conflict or NotFound when the post's state does not allow the transition; Forbidden, PreconditionFailed
 */
export function requireAllowed(
  { family, from, conflict }: Omit<Transition, 'apply'>,
  caller: Caller,
  ifMatch: IfMatch,
): (post: Versioned<PostRecord>) => void {
  return ({ value, version }) => {
    const message = conflict?.(value.status);
    if (!from.includes(value.status))
      throw message === undefined ? notFoundIn(family, value.id) : new Conflict(message);
    requireMayEdit(caller, value);
    requireMatch(ifMatch, version);
  };
}

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
  return { ...post, ...unscheduled, status: 'draft', removed_ts: null };
}

export function asScheduled(post: PostRecord, at: number, by: number): PostRecord {
  return { ...post, status: 'scheduled', scheduled_at: at, scheduled_by: by };
}

export function asRemoved(post: PostRecord, now: number): PostRecord {
  return { ...post, ...unscheduled, status: 'removed', removed_ts: now };
}

function asItIs(post: PostRecord): PostRecord {
  return post;
}

const inDrafts = { family: 'drafts', from: STATUSES.drafts } as const;
const inPosts = { family: 'posts', from: STATUSES.posts } as const;
const conflictOf = (done: string) => (status: PostStatus) => `action: a ${status} post can’t be ${done}`;
const removed = { from: ['removed'], conflict: conflictOf('restored') } satisfies Partial<Transition>;

/** The transitions that the endpoints of each family make. Restoring counts as creating. */
const DRAFTS = {
  create: { ...inDrafts, action: 'draft_create', apply: asItIs },
  edit: { ...inDrafts, action: 'draft_edit', apply: asItIs },
  publish: { ...inDrafts, action: 'draft_publish', apply: asPublished, conflict: conflictOf('published') },
  restore: { ...inDrafts, ...removed, action: 'draft_create', apply: asDraft },
  remove: { ...inDrafts, action: 'draft_delete', apply: asRemoved },
} satisfies Record<string, Transition>;
const POSTS = {
  create: { ...inPosts, action: 'post_create', apply: asPublished },
  edit: { ...inPosts, action: 'post_edit', apply: asItIs },
  unpublish: { ...inPosts, action: 'post_unpublish', apply: asDraft, conflict: conflictOf('unpublished') },
  restore: { ...inPosts, ...removed, action: 'post_create', apply: asPublished },
  remove: { ...inPosts, action: 'post_delete', apply: asRemoved },
} satisfies Record<string, Transition>;

type Verb = keyof typeof DRAFTS | keyof typeof POSTS;
export const LIFECYCLE: Record<Family, Record<Verb, Transition>> = {
  drafts: { ...POSTS, ...DRAFTS },
  posts: { ...DRAFTS, ...POSTS },
};

/** Of a post that is not removed: a removed one is not found. */
const conflictWith = (message: string) => (status: PostStatus) =>
  status === 'removed' ? undefined : message;
export const SCHEDULE: Transition<[at: number, by: number]> = {
  ...inDrafts,
  action: 'post_schedule',
  apply: asScheduled,
  conflict: conflictWith('A published post can’t be scheduled'),
};
export const UNSCHEDULE: Transition<[]> = {
  family: 'drafts',
  from: ['scheduled'],
  action: 'post_unschedule',
  apply: asDraft,
  conflict: conflictWith('The draft is not scheduled'),
};
export const PUBLISH_ON_TIME: Transition = { ...DRAFTS.publish, apply: asPublishedOnTime };
