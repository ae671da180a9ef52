import * as v from 'valibot';
import { nowTs } from '../../platform/core/clock.ts';
import { mapWithConcurrency } from '../../platform/core/concurrency.ts';
import { logError } from '../../platform/log/log.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { getItems, keyText, queryItems } from '../../platform/store/table.ts';
import type { Condition } from '../../platform/store/condition.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import type { DeliveredAction } from './actions.ts';
import { PARTNER } from './partner.ts';
import { deliveryItem, parseQueue, updateQueue, queueEntryItem } from './queue.ts';
import { EVENTS_PARTITION, queueInEvent, deliveryQueueKey, versionInEvent } from './keys.ts';
import { WebhookEvent, type DeliveryRecord, type DeliveryQueue, type Webhook } from './record.ts';

const BATCH_SIZE = 100;
const MAX_CONCURRENT = 8;

/** Another worker has dispatched the event. */
class AlreadyDispatched extends Error {}

/**
 * Turns events into deliveries. A record's events are dispatched in the order of their versions, also by concurrent workers: after reading
 * events a worker reads once more, which also finds every earlier undispatched event of the same records.
 * @param seen events that were read before `webhooks`, so that a webhook which is older than an event gets it
 * @returns how many events were dispatched
 */
export async function fanOut(seen: readonly WebhookEvent[], webhooks: readonly Webhook[]): Promise<number> {
  if (seen.length === 0) return 0;
  const lastSeen = new Map(seen.map(({ sk }) => [queueInEvent(sk), sk]));
  const byQueue = groupByQueue(await readEvents());
  let dispatched = 0;
  await mapWithConcurrency([...byQueue], MAX_CONCURRENT, async ([queue, events]) => {
    const until = lastSeen.get(queue) ?? '';
    try {
      for (const event of events.filter(({ sk }) => sk <= until)) {
        await dispatchEvent(event, selectReceivers(event, webhooks));
        dispatched++;
      }
    } catch (error) {
      logError('webhook event not dispatched', error, { queue });
    }
  });
  return dispatched;
}

function groupByQueue(events: readonly WebhookEvent[]): Map<number, WebhookEvent[]> {
  const byQueue = new Map<number, WebhookEvent[]>();
  for (const event of events) {
    const queue = queueInEvent(event.sk);
    byQueue.set(queue, [...(byQueue.get(queue) ?? []), event]);
  }
  return byQueue;
}

/** Skips an event that this version can't parse (another deployed version wrote it), so that it doesn't block the others. */
export async function readEvents(): Promise<WebhookEvent[]> {
  const items = await queryItems({ pk: EVENTS_PARTITION, limit: BATCH_SIZE, consistent: true });
  return items.flatMap(item => (v.is(WebhookEvent, item) ? item : []));
}

function selectReceivers({ action, partner, only }: WebhookEvent, webhooks: readonly Webhook[]): number[] {
  if (only !== undefined) return [only];
  const wants = ({ active, actions }: Webhook): boolean =>
    active && actions.some((wanted: DeliveredAction) => wanted === action);
  return [...(partner ? [PARTNER] : []), ...webhooks.filter(wants).map(({ id }) => id)];
}

/** Writes at most four items for each of at most 21 receivers, which fit one transaction. */
async function dispatchEvent(event: WebhookEvent, receivers: readonly number[]): Promise<void> {
  const queue = queueInEvent(event.sk);
  try {
    await retryContended(async () => {
      const queues = await getItems(
        receivers.map(webhook => deliveryQueueKey(webhook, queue)),
        { consistent: true },
      );
      const transaction = new Transaction().delete({ pk: EVENTS_PARTITION, sk: event.sk }, isUndispatched);
      for (const webhook of receivers)
        enqueue(
          transaction,
          { webhook, queue },
          parseQueue(queues.get(keyText(deliveryQueueKey(webhook, queue)))),
          event,
        );
      await transaction.commit();
    });
  } catch (error) {
    if (!(error instanceof AlreadyDispatched)) throw error;
  }
}

/** Appends a delivery to its queue. A test or a replay makes the queue due at once, also while an earlier delivery waits for its retry. */
function enqueue(
  transaction: Transaction,
  address: { webhook: number; queue: number },
  state: DeliveryQueue | undefined,
  event: WebhookEvent,
): void {
  const { webhook, queue } = address;
  const ordered = event.only !== undefined;
  if (!ordered) transaction.put(deliveryItem(webhook, toDelivery(event, state === undefined)));
  const version = ordered ? {} : { version: versionInEvent(event.sk) };
  transaction.put(queueEntryItem(webhook, queue, { id: event.id, ...version }));
  const now = nowTs();
  const due_ts = !state || (ordered && state.owner === null) ? now : state.due_ts;
  updateQueue(transaction, address, state, { due_ts, owner: state?.owner ?? null });
}

function toDelivery(event: WebhookEvent, first: boolean): DeliveryRecord {
  const { id, action, post_id, change, user_id, ts, correlation } = event;
  return {
    id,
    action,
    post_id,
    ...(change && { change }),
    user_id,
    created_ts: ts,
    ...(correlation !== undefined && { correlation }),
    state: 'pending',
    attempts: [],
    next_attempt_ts: first ? nowTs() : null,
  };
}

const isUndispatched: Condition = {
  expression: 'attribute_exists(pk)',
  otherwise: () => new AlreadyDispatched(),
};
