import * as v from 'valibot';
import { entity } from '../../platform/store/records/entity.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { Action, DeliveredAction, POST_ACTIONS } from './actions.ts';

/**
 * Webhooks, and how changes to posts are delivered to them. The few webhooks and the `head` with their number are read together. Further
 * access patterns and keys:
 *   undispatched events          WEBHOOK_EVENTS / <queue>#<version>#<delivery id>
 *   of one webhook               WEBHOOK#<id> / …
 *     secret                       secret: a separate item, so that code that writes posts never reads it
 *     recent deliveries            delivery#<id>
 *     entries of a queue           queue#<queue>#<order>#<delivery id>
 *     state of a queue             lane#<queue>      {due_ts, owner} under a version
 *     due queues                   due#<time>#<queue>
 * A queue holds one webhook's deliveries about one post, or about one section, tag or author and its order; its id is that of the record
 * (a test has a queue of its own, under the delivery's id). Its deliveries are sent one after the other, in the order of the record's
 * versions. All items but the webhooks expire, so that a deleted
 * webhook leaves nothing for long.
 *
 * From a change to a delivery, each step one transaction:
 *   1. The transaction that writes the record puts the event when a webhook subscribes to the action (read.ts): both commit or neither.
 *   2. A worker deletes the event and puts, for each subscribed webhook, the delivery, its queue entry and the queue's state
 *      (fan-out.ts). Of two workers the second finds the event deleted. Events of a post are dispatched in the order of its versions.
 *   3. A worker claims the queue: it sets itself as owner and makes the queue due when its lease ends (queue.ts). Of two workers the
 *      second fails on the version.
 *   4. It sends the queue's first delivery and, if it still owns the queue, records the attempt: either the time of the next one, or
 *      that the delivery is over and the queue due at once.
 * A worker that stops between 3 and 4 may have sent: when the lease ends, another sends again (at least once; receivers deduplicate by
 * the delivery's id). On one machine, a start of the service ends the leases of the process before it. A worker that stops anywhere else
 * leaves a state that another worker continues from.
 */
export const MAX_WEBHOOKS = 20;

/** What a `site_change` reports; the id of an order is that of its section. */
export const SiteChange = v.object({
  resource: v.picklist(['section', 'tag', 'author', 'order']),
  id: v.number(),
  /** `invite`: an administrator asks that the author is sent an invitation. */
  type: v.picklist(['create', 'edit', 'delete', 'invite']),
});
export type SiteChange = v.InferOutput<typeof SiteChange>;

export const Webhook = v.object({
  id: v.number(),
  url: v.string(),
  actions: v.optional(v.array(Action), [...POST_ACTIONS]),
  headers: v.optional(v.record(v.string(), v.string()), {}),
  active: v.optional(v.boolean(), true),
  created_ts: v.number(),
});
export type Webhook = v.InferOutput<typeof Webhook>;

export const Webhooks = entity({ name: 'webhook', record: Webhook, pk: 'WEBHOOKS', sk: '*' });

export const webhooksHeadKey = itemKey('WEBHOOKS', 'head', 'head of the webhooks');
export const headKey = webhooksHeadKey();

export const Head = v.object({ count: v.number() });
export type Head = v.InferOutput<typeof Head>;

/** A change, test or replay that has not been dispatched to webhooks yet. */
export const WebhookEvent = v.object({
  sk: v.string(),
  /** The id of each delivery that results from the event. */
  id: v.number(),
  action: DeliveredAction,
  post_id: v.nullable(v.number()),
  change: v.optional(SiteChange),
  user_id: v.number(),
  /** When the change was made. */
  ts: v.number(),
  /** Whether the news partner receives it too. */
  partner: v.boolean(),
  /** The only receiver, of a test or a replay; its delivery item exists already. */
  only: v.optional(v.number()),
  /** The id of the request that made the change. */
  correlation: v.optional(v.string()),
});
export type WebhookEvent = v.InferOutput<typeof WebhookEvent>;

export const Attempt = v.object({
  ts: v.number(),
  http_status: v.nullable(v.number()),
  /** The service's own text: the receiver's answer is neither stored nor shown. */
  error: v.nullable(v.string()),
  duration_ms: v.number(),
});
export type Attempt = v.InferOutput<typeof Attempt>;

export const DeliveryRecord = v.object({
  id: v.number(),
  action: DeliveredAction,
  post_id: v.nullable(v.number()),
  /** What a `site_change` reports. */
  change: v.optional(SiteChange),
  user_id: v.number(),
  created_ts: v.number(),
  /** The id of the request that made the change. */
  correlation: v.optional(v.string()),
  state: v.picklist(['pending', 'delivered', 'failed']),
  attempts: v.array(Attempt),
  /** null when no attempt will follow, or while an earlier delivery of the queue is unfinished. */
  next_attempt_ts: v.nullable(v.number()),
});
export type DeliveryRecord = v.InferOutput<typeof DeliveryRecord>;

export const DeliveryQueue = v.object({
  version: v.number(),
  due_ts: v.number(),
  /** The worker that holds the lease until `due_ts`. */
  owner: v.nullable(v.string()),
});
export type DeliveryQueue = v.InferOutput<typeof DeliveryQueue>;

/** The id of the queue that a delivery belongs to. */
export function toQueueId({
  post_id,
  change,
  id,
}: Pick<DeliveryRecord, 'post_id' | 'change' | 'id'>): number {
  return post_id ?? change?.id ?? id;
}
