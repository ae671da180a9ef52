import * as v from 'valibot';

/**
 * The changes to posts that webhooks report, by default all of them. Receivers of such deliveries read the post, so `site_change`, which has
 * none, is sent only to webhooks that name it.
 */
export const POST_ACTIONS = [
  'draft_create',
  'draft_edit',
  'draft_delete',
  'draft_publish',
  'post_schedule',
  'post_unschedule',
  'post_create',
  'post_edit',
  'post_delete',
  'post_unpublish',
] as const;

/** All changes that webhooks report; `site_change` is that of a section, a tag, an author or an editorial order. */
export const ACTIONS = [...POST_ACTIONS, 'site_change'] as const;

export const Action = v.picklist(ACTIONS, `must be one of ${ACTIONS.join(', ')}`);
export type Action = v.InferOutput<typeof Action>;

/** What a delivery reports: a change, or a test of the webhook. */
export const DeliveredAction = v.picklist([...ACTIONS, 'test']);
export type DeliveredAction = v.InferOutput<typeof DeliveredAction>;
