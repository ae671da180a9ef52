import { Conflict } from '../../platform/core/errors.ts';
import { requireMatch, type IfMatch } from '../../platform/core/if-match.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { mayRead, notFoundIn, requireMayEdit, STATUSES, type Family } from '../record/access.ts';
import type { PostRecord, PostStatus } from '../record/record.ts';
import type { Versioned } from '../../platform/store/records/record.ts';
import type { Action as WebhookAction } from '../webhooks/actions.ts';

/** A transition between the states of a post: when it is allowed, and how it is reported. */
export interface Transition {
  /** The family whose endpoints make it. */
  family: Family;
  /** The states that it starts from, where these are not the family's. */
  from?: readonly PostStatus[];
  /** The action that webhooks receive. */
  action: WebhookAction;
  /** The conflict with another state; where there is none, the family has no such post. */
  conflict?: (status: PostStatus) => string | undefined;
}

interface StateChange extends Transition {
  apply: (post: PostRecord, now: number) => PostRecord;
}

/**
 * The check of a change that a caller asks for.
 * @throws Conflict or NotFound when the post's state does not allow the transition; Forbidden, PreconditionFailed
 */
export function requireAllowed(
  { family, from = STATUSES[family], conflict }: Transition,
  caller: Caller,
  ifMatch: IfMatch,
): (post: Versioned<PostRecord>) => void {
  return ({ value, version }) => {
    if (!mayRead(caller, value)) throw notFoundIn(family, value.id);
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

/*
 * The transitions that the endpoints of each family make. Calls and spreads in these tables would put them into the bundles of functions
 * that don't use them.
 */

export const CREATE: Readonly<Record<Family, StateChange>> = {
  drafts: { family: 'drafts', action: 'draft_create', apply: post => post },
  posts: { family: 'posts', action: 'post_create', apply: asPublished },
};

export const REMOVE: Readonly<Record<Family, StateChange>> = {
  drafts: { family: 'drafts', action: 'draft_delete', apply: asRemoved },
  posts: { family: 'posts', action: 'post_delete', apply: asRemoved },
};

const UNPUBLISH: StateChange = {
  family: 'posts',
  action: 'post_unpublish',
  apply: asDraft,
  conflict: status => `action: a ${status} post can’t be unpublished`,
};
const PUBLISH: StateChange = {
  family: 'drafts',
  action: 'draft_publish',
  apply: asPublished,
  conflict: status => `action: a ${status} post can’t be published`,
};
const restoreConflict = (status: PostStatus) => `action: a ${status} post can’t be restored`;

export type Action = 'publish' | 'unpublish' | 'restore';

/** Restoring counts as creating. */
export const EDIT: Readonly<Record<Family, Readonly<Record<'edit' | Action, StateChange>>>> = {
  drafts: {
    edit: { family: 'drafts', action: 'draft_edit', apply: post => post },
    restore: {
      family: 'drafts',
      from: ['removed'],
      action: 'draft_create',
      apply: asDraft,
      conflict: restoreConflict,
    },
    publish: PUBLISH,
    unpublish: UNPUBLISH,
  },
  posts: {
    edit: { family: 'posts', action: 'post_edit', apply: post => post },
    restore: {
      family: 'posts',
      from: ['removed'],
      action: 'post_create',
      apply: asPublished,
      conflict: restoreConflict,
    },
    publish: PUBLISH,
    unpublish: UNPUBLISH,
  },
};
