import { nowTs } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { PostRecord } from '../posts/record.ts';
import type { Item } from '../store/table.ts';
import type { Action, DeliveredAction } from './actions.ts';
import { concernsPartner } from './partner.ts';
import { EVENTS_PARTITION, eventSortKey, expiringAt, type WebhookEvent } from './record.ts';

/** What was done to a post, and by whom. */
interface Change {
  action: Action;
  /** As it was before. */
  before: PostRecord | null;
  next: PostRecord;
  /** That the write gives it. */
  version: number;
  userId: number;
}

/** What the transaction that does it must put, for it to be told: nothing when nobody wants to know. */
export function eventsOf(
  wanted: ReadonlySet<Action>,
  { action, before, next, version, userId }: Change,
): Item[] {
  const partner = concernsPartner(action, before, next);
  if (!partner && !wanted.has(action)) return [];
  const id = newId();
  const event = { action, id, post_id: next.id, user_id: userId, ts: nowTs(), partner };
  return [eventItem({ ...event, sk: eventSortKey(next.id, version, id) })];
}

/** A delivery that somebody asked for, to be sent by one webhook. */
export function orderedEvent(
  webhook: number,
  delivery: { id: number; action: DeliveredAction; post_id: number | null; user_id: number; lane: number },
): Item {
  const { lane, ...others } = delivery;
  const sk = eventSortKey(lane, 0, delivery.id);
  return eventItem({ ...others, sk, ts: nowTs(), partner: false, only: webhook });
}

function eventItem(event: WebhookEvent): Item {
  return {
    ...event,
    pk: EVENTS_PARTITION,
    ...expiringAt(event.ts),
  };
}
