import * as v from 'valibot';

/** What webhooks tell of. */
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

/** What a delivery is of: something that was done, or a try of the webhook itself. */
export const DeliveredAction = v.picklist([...ACTIONS, 'test']);
export type DeliveredAction = v.InferOutput<typeof DeliveredAction>;
