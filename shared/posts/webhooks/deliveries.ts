import { nowTs } from '../../platform/core/clock.ts';
import { Conflict, NotFound } from '../../platform/core/errors.ts';
import { correlation } from '../../platform/log/trace.ts';
import { newId } from '../../platform/core/ids.ts';
import { site } from '../../platform/site/site.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { recordAction } from '../../platform/store/audit/record.ts';
import { parseRecord } from '../../platform/store/records/record.ts';
import { retryContended } from '../../platform/store/retry.ts';
import { getItem, queryItems } from '../../platform/store/table.ts';
import { isNew } from '../../platform/store/condition.ts';
import { Transaction } from '../../platform/store/transaction.ts';
import { orderedEvent } from './event.ts';
import { PARTNER } from './partner.ts';
import { deliveryItem } from './queue.ts';
import { DELIVERIES, deliveryKey, secretKey } from './keys.ts';
import { Webhooks, DeliveryRecord, toQueueId } from './record.ts';

const MAX_LISTED = 50;

/** The newest deliveries first. @throws NotFound */
export async function listDeliveries(webhook: number): Promise<DeliveryRecord[]> {
  const [, items] = await Promise.all([
    requireWebhook(webhook),
    queryItems({
      pk: secretKey.partition(webhook),
      between: DELIVERIES,
      descending: true,
      limit: MAX_LISTED,
      consistent: true,
    }),
  ]);
  return items.map(item => parseRecord(DeliveryRecord, item).value);
}

/** Enqueues a delivery that only shows that the receiver is reachable. @throws NotFound, Conflict (not active) */
export async function testWebhook(webhook: number, { authorId }: Caller): Promise<DeliveryRecord> {
  await requireActive(webhook);
  const content = { action: 'test', post_id: null, user_id: authorId } as const;
  return await enqueueDelivery(webhook, content, 'webhook.test');
}

/** Enqueues the content of an earlier delivery as a new one. @throws NotFound, Conflict (not active) */
export async function replayDelivery(webhook: number, id: number): Promise<DeliveryRecord> {
  const [, item] = await Promise.all([
    requireActive(webhook),
    getItem(deliveryKey(webhook, id), { consistent: true }),
  ]);
  if (!item) throw new NotFound(`The webhook has no delivery with the id ${id}`);
  const { action, post_id, change, user_id } = parseRecord(DeliveryRecord, item).value;
  const content = { action, post_id, user_id, ...(change && { change }) };
  return await enqueueDelivery(webhook, content, 'webhook.replay');
}

/** The delivery is listed at once; a worker sends it when it reads the event. */
async function enqueueDelivery(
  webhook: number,
  content: Pick<DeliveryRecord, 'action' | 'post_id' | 'change' | 'user_id'>,
  action: 'webhook.test' | 'webhook.replay',
): Promise<DeliveryRecord> {
  return await retryContended(async () => {
    const now = nowTs();
    const delivery: DeliveryRecord = {
      ...content,
      id: newId(),
      created_ts: now,
      ...correlation(),
      state: 'pending',
      attempts: [],
      next_attempt_ts: now,
    };
    const transaction = new Transaction()
      .put(deliveryItem(webhook, delivery), isNew)
      .put(orderedEvent(webhook, { id: delivery.id, ...content, queue: toQueueId(delivery) }));
    recordAction(transaction, { action, id: webhook });
    await transaction.commitCreation();
    return delivery;
  });
}

async function requireActive(webhook: number): Promise<void> {
  if (!(await requireWebhook(webhook)))
    throw new Conflict('The webhook is not active: nothing is sent until it is');
}

/** @returns whether it is active. @throws NotFound */
async function requireWebhook(webhook: number): Promise<boolean> {
  if (webhook === PARTNER && site().features.partnerNews) return true;
  return (await Webhooks.read(webhook, { consistent: true })).value.active;
}
