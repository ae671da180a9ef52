import { nowTs } from '../../platform/core/clock.ts';
import { newId } from '../../platform/core/ids.ts';
import { correlation } from '../../platform/log/trace.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { PostRecord } from '../record/record.ts';
import type { Report } from '../../platform/store/outbox/report.ts';
import type { Item } from '../../platform/store/table.ts';
import type { Action } from './actions.ts';
import { concernsPartner } from './partner.ts';
import { EVENTS_PARTITION, eventKey, expiringAt } from './keys.ts';
import { readWantedActions } from './read.ts';
import type { DeliveryRecord, SiteChange, WebhookEvent } from './record.ts';

/** One change to a post, and the author who made it. */
export interface Change {
  action: Action;
  /** null when the change creates the post. */
  before: PostRecord | null;
  next: PostRecord;
  /** The version that the write gives the record. */
  version: number;
  userId: number;
}

/** @returns the items to put in the change's own transaction; none when no active webhook subscribes to the action */
export function webhookEvents(
  wanted: ReadonlySet<Action>,
  { action, before, next, version, userId }: Change,
): Item[] {
  const partner = concernsPartner(action, before, next);
  if (!partner && !wanted.has(action)) return [];
  const id = newId();
  const event = { action, id, post_id: next.id, user_id: userId, ts: nowTs(), partner };
  return [eventItem({ ...event, sk: eventKey.sortKey(next.id, version, id) })];
}

/**
 * Reports a change of a post. The subscriptions are read while the change is prepared.
 * @returns what makes the items for the change's own transaction
 */
export async function prepareEvents(): Promise<(change: Change) => Item[]> {
  const wanted = await readWantedActions();
  return change => webhookEvents(wanted, change);
}

/**
 * Reports changes of the site apart from its posts, made by this caller. The subscriptions are read while the change is prepared.
 * @returns what the write of the resource calls
 */
export function reportSiteChange(
  resource: SiteChange['resource'],
  { authorId }: Pick<Caller, 'authorId'>,
): Report {
  const wanted = readWantedActions();
  // A failed read fails only a write that needs its result: a request that is refused before never awaits it.
  wanted.catch(() => undefined);
  return async ({ version, ...change }) => {
    if (!(await wanted).has('site_change')) return [];
    const id = newId();
    const sk = eventKey.sortKey(change.id, version, id);
    const event = { action: 'site_change', id, post_id: null, user_id: authorId, ts: nowTs() } as const;
    return [eventItem({ ...event, change: { resource, ...change }, sk, partner: false })];
  };
}

/** The event of a test or a replay: it goes to one webhook. */
export function orderedEvent(
  webhook: number,
  delivery: Pick<DeliveryRecord, 'id' | 'action' | 'post_id' | 'change' | 'user_id'> & { queue: number },
): Item {
  const { queue, ...others } = delivery;
  const sk = eventKey.sortKey(queue, 0, delivery.id);
  return eventItem({ ...others, sk, ts: nowTs(), partner: false, only: webhook });
}

function eventItem(event: WebhookEvent): Item {
  return {
    ...event,
    ...correlation(),
    pk: EVENTS_PARTITION,
    ...expiringAt(event.ts),
  };
}
