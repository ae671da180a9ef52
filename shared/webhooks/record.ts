import * as v from 'valibot';
import { positionOf } from '../core/position.ts';
import type { Key } from '../store/table.ts';
import { Action, DeliveredAction } from './actions.ts';

/**
 * Webhooks, and how what was done reaches them. Access patterns and keys:
 *   all webhooks                 WEBHOOKS / <id>, and `head` with their number: one Query
 *   events to be told            WEBHOOK_EVENTS / <lane>#<version>#<delivery id>
 *   of one webhook               WEBHOOK#<id> / …
 *     its secret                   secret: apart, so that whoever writes posts never reads it
 *     its last deliveries          delivery#<id>
 *     what a lane has to send      queue#<lane>#<order>#<delivery id>
 *     the lane's state             lane#<lane>      {due_ts, owner} under a version
 *     which lanes are due          due#<time>#<lane>
 * A lane is a webhook's deliveries about one post (a test has a lane of its own): they are sent one after the other, in the order of
 * the post's versions. Everything here but the webhooks themselves expires; so a deleted webhook leaves nothing for long.
 *
 * The way of an event, each step one transaction:
 *   1. The post's own write puts the event, when it is known that somebody wants it (known.ts). No write without its event, no event
 *      without its write.
 *   2. It is taken away, and for each webhook that wants it a delivery, its place in the queue, and its lane are put (fan-out.ts). Of
 *      two workers one finds the event gone. Lower versions of a post go first, whoever takes them away.
 *   3. A worker makes itself the lane's owner, and the lane due again when that would be over (lane.ts). Of two workers one finds
 *      another version.
 *   4. It sends the lane's first delivery, and notes what came of it, if the lane is still its own: the attempt, and either the next
 *      attempt's time or that the delivery is over and the lane's next one is due now.
 * A worker that dies between 3 and 4 has perhaps sent: the next one sends again when the ownership is over ("at least once"; the
 * delivery's id is sent with it). One that dies anywhere else leaves what another finds.
 */
export const WEBHOOKS_PARTITION = 'WEBHOOKS';
export const EVENTS_PARTITION = 'WEBHOOK_EVENTS';

export const MAX_WEBHOOKS = 20;
/** For so long it can be seen what became of a delivery. */
const KEPT_S = 30 * 86_400;

function padded(number: number): string {
  return String(number).padStart(16, '0');
}

export const Webhook = v.object({
  id: v.number(),
  url: v.string(),
  actions: v.array(Action),
  headers: v.record(v.string(), v.string()),
  active: v.boolean(),
  created_ts: v.number(),
});
export type Webhook = v.InferOutput<typeof Webhook>;

export const Head = v.object({ count: v.number() });
export type Head = v.InferOutput<typeof Head>;

/** Something that was done and is to be told. */
export const WebhookEvent = v.object({
  sk: v.string(),
  /** Of each delivery made of it. */
  id: v.number(),
  action: DeliveredAction,
  post_id: v.nullable(v.number()),
  user_id: v.number(),
  /** When it was done. */
  ts: v.number(),
  /** Also to the news partner. */
  partner: v.boolean(),
  /** A test or a replay: to this webhook alone, whose delivery is there already. */
  only: v.optional(v.number()),
});
export type WebhookEvent = v.InferOutput<typeof WebhookEvent>;

export const Attempt = v.object({
  ts: v.number(),
  http_status: v.nullable(v.number()),
  /** In our own words: what the other side says is neither kept nor shown. */
  error: v.nullable(v.string()),
  duration_ms: v.number(),
});
export type Attempt = v.InferOutput<typeof Attempt>;

export const DeliveryRecord = v.object({
  id: v.number(),
  action: DeliveredAction,
  post_id: v.nullable(v.number()),
  user_id: v.number(),
  created_ts: v.number(),
  state: v.picklist(['pending', 'delivered', 'failed']),
  attempts: v.array(Attempt),
  /** null: none, or when the post's earlier deliveries are over. */
  next_attempt_ts: v.nullable(v.number()),
});
export type DeliveryRecord = v.InferOutput<typeof DeliveryRecord>;

export const LaneState = v.object({
  version: v.number(),
  due_ts: v.number(),
  /** The worker that is sending, until the lane is due. */
  owner: v.nullable(v.string()),
});
export type LaneState = v.InferOutput<typeof LaneState>;

/** What a delivery is sent after the others of. */
export function laneOf({ post_id, id }: Pick<DeliveryRecord, 'post_id' | 'id'>): number {
  return post_id ?? id;
}

export function webhookKey(id: number): Key {
  return { pk: WEBHOOKS_PARTITION, sk: padded(id) };
}

export const headKey: Key = { pk: WEBHOOKS_PARTITION, sk: 'head' };

export function partitionOf(webhook: number): string {
  return `WEBHOOK#${webhook}`;
}

export function secretKey(webhook: number): Key {
  return { pk: partitionOf(webhook), sk: 'secret' };
}

export function deliveryKey(webhook: number, id: number): Key {
  return {
    pk: partitionOf(webhook),
    sk: `delivery#${padded(id)}`,
  };
}

export function laneKey(webhook: number, lane: number): Key {
  return {
    pk: partitionOf(webhook),
    sk: `lane#${padded(lane)}`,
  };
}

export function dueKey(webhook: number, lane: number, ts: number): Key {
  return {
    pk: partitionOf(webhook),
    sk: `due#${positionOf(ts, lane)}`,
  };
}

/** What is no version's (a replay) goes behind all that waits. */
export function queueKey(webhook: number, lane: number, place: { version?: number; id: number }): Key {
  return {
    pk: partitionOf(webhook),
    sk: `queue#${padded(lane)}#${padded(place.version ?? place.id)}#${padded(place.id)}`,
  };
}

export function eventSortKey(lane: number, version: number, id: number): string {
  return `${padded(lane)}#${padded(version)}#${padded(id)}`;
}

/** The ends of what begins so. */
export function beginningWith(prefix: string): readonly [string, string] {
  return [prefix, `${prefix}~`];
}

export const DELIVERIES = beginningWith('delivery#');
export const DUE = beginningWith('due#');
export function queueOf(lane: number): readonly [string, string] {
  return beginningWith(`queue#${padded(lane)}#`);
}

export function idInQueue(sk: string): number {
  return Number(sk.slice(-16));
}

export function laneInEvent(sk: string): number {
  return Number(sk.slice(0, 16));
}

export function versionInEvent(sk: string): number {
  return Number(sk.slice(17, 33));
}

/** Goes with every item that may be dropped some day. */
export function expiringAt(ts: number) {
  return { expires: ts + KEPT_S };
}
