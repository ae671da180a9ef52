import * as v from 'valibot';

/** The changes to posts that webhooks report. */
export const ACTIONS = [
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

export const Action = v.picklist(ACTIONS, `must be one of ${ACTIONS.join(', ')}`);
export type Action = v.InferOutput<typeof Action>;

/** What a delivery reports: a change to a post, or a test of the webhook. */
export const DeliveredAction = v.picklist([...ACTIONS, 'test']);
export type DeliveredAction = v.InferOutput<typeof DeliveredAction>;
