import * as v from 'valibot';
import { nowTs } from '../core/clock.ts';
import { mapWithConcurrency } from '../core/concurrency.ts';
import { logError } from '../core/log.ts';
import { retryContended } from '../store/retry.ts';
import { getItems, keyText, queryItems } from '../store/table.ts';
import { Transaction, type Condition } from '../store/transaction.ts';
import type { DeliveredAction } from './actions.ts';
import { PARTNER } from './partner.ts';
import { deliveryItem, laneIn, moveLane, queueItem } from './queue.ts';
import {
  EVENTS_PARTITION,
  laneInEvent,
  laneKey,
  versionInEvent,
  WebhookEvent,
  type DeliveryRecord,
  type LaneState,
  type Webhook,
} from './record.ts';

const BATCH_SIZE = 100;
const MAX_CONCURRENT = 8;

/** Another worker has told it. */
class Told extends Error {}

/**
 * Makes deliveries of what was done. Of a post's events the lower version goes first, whichever worker has which: who has seen an
 * event looks once more, and so sees every earlier one of its post that isn't told yet.
 * @returns how many events were told
 */
export async function fanOut(webhooks: readonly Webhook[]): Promise<number> {
  const seen = await waitingEvents();
  if (seen.length === 0) return 0;
  const lastSeen = new Map(seen.map(({ sk }) => [laneInEvent(sk), sk]));
  const byLane = grouped(await waitingEvents());
  let told = 0;
  await mapWithConcurrency([...byLane], MAX_CONCURRENT, async ([lane, events]) => {
    const until = lastSeen.get(lane) ?? '';
    try {
      for (const event of events.filter(({ sk }) => sk <= until)) {
        await tell(event, receiversOf(event, webhooks));
        told++;
      }
    } catch (error) {
      logError('webhook event not told', error, { lane });
    }
  });
  return told;
}

function grouped(events: readonly WebhookEvent[]): Map<number, WebhookEvent[]> {
  const byLane = new Map<number, WebhookEvent[]>();
  for (const event of events) {
    const lane = laneInEvent(event.sk);
    byLane.set(lane, [...(byLane.get(lane) ?? []), event]);
  }
  return byLane;
}

/** What another version of the service put and this one can't read keeps no other waiting. */
async function waitingEvents(): Promise<WebhookEvent[]> {
  const items = await queryItems({ pk: EVENTS_PARTITION, limit: BATCH_SIZE, consistent: true });
  return items.flatMap(item => (v.is(WebhookEvent, item) ? item : []));
}

function receiversOf({ action, partner, only }: WebhookEvent, webhooks: readonly Webhook[]): number[] {
  if (only !== undefined) return [only];
  const wants = ({ active, actions }: Webhook): boolean =>
    active && actions.some((wanted: DeliveredAction) => wanted === action);
  return [...(partner ? [PARTNER] : []), ...webhooks.filter(wants).map(({ id }) => id)];
}

/** Up to 21 receivers of four items each: one transaction. */
async function tell(event: WebhookEvent, receivers: readonly number[]): Promise<void> {
  const lane = laneInEvent(event.sk);
  try {
    await retryContended(async () => {
      const lanes = await getItems(
        receivers.map(webhook => laneKey(webhook, lane)),
        true,
      );
      const transaction = new Transaction().delete({ pk: EVENTS_PARTITION, sk: event.sk }, isThere);
      for (const webhook of receivers)
        line(transaction, { webhook, lane }, laneIn(lanes.get(keyText(laneKey(webhook, lane)))), event);
      await transaction.commit();
    });
  } catch (error) {
    if (!(error instanceof Told)) throw error;
  }
}

/** Puts a delivery at the end of its lane. Who asked for one wants the lane to be tried now, not when it would be. */
function line(
  transaction: Transaction,
  place: { webhook: number; lane: number },
  state: LaneState | undefined,
  event: WebhookEvent,
): void {
  const { webhook, lane } = place;
  const ordered = event.only !== undefined;
  if (!ordered) transaction.put(deliveryItem(webhook, deliveryOf(event, state === undefined)));
  const version = ordered ? {} : { version: versionInEvent(event.sk) };
  transaction.put(queueItem(webhook, lane, { id: event.id, ...version }));
  const now = nowTs();
  const due_ts = !state || (ordered && state.owner === null) ? now : state.due_ts;
  moveLane(transaction, place, state, { due_ts, owner: state?.owner ?? null });
}

function deliveryOf({ id, action, post_id, user_id, ts }: WebhookEvent, first: boolean): DeliveryRecord {
  return {
    id,
    action,
    post_id,
    user_id,
    created_ts: ts,
    state: 'pending',
    attempts: [],
    next_attempt_ts: first ? nowTs() : null,
  };
}

const isThere: Condition = { expression: 'attribute_exists(pk)', otherwise: () => new Told() };
