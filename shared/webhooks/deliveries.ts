import { nowTs } from '../core/clock.ts';
import { Conflict, NotFound } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { site } from '../core/site.ts';
import type { Caller } from '../http/caller.ts';
import { parseRecord } from '../store/record.ts';
import { retryContended } from '../store/retry.ts';
import { getItem, queryItems } from '../store/table.ts';
import { isNew, Transaction } from '../store/transaction.ts';
import { orderedEvent } from './event.ts';
import { PARTNER } from './partner.ts';
import { deliveryItem } from './queue.ts';
import { DELIVERIES, deliveryKey, DeliveryRecord, laneOf, partitionOf } from './record.ts';
import { readWebhook } from './write.ts';

const SHOWN = 50;

/** The last deliveries, newest first. @throws NotFound */
export async function listDeliveries(webhook: number): Promise<DeliveryRecord[]> {
  const [, items] = await Promise.all([
    requireWebhook(webhook),
    queryItems({
      pk: partitionOf(webhook),
      between: DELIVERIES,
      descending: true,
      limit: SHOWN,
      consistent: true,
    }),
  ]);
  return items.map(item => parseRecord(DeliveryRecord, item).value);
}

/** A delivery that says nothing but that the receiver can be reached. @throws NotFound, Conflict (not active) */
export async function testWebhook(webhook: number, { authorId }: Caller): Promise<DeliveryRecord> {
  await requireActive(webhook);
  return await order(webhook, { action: 'test', post_id: null, user_id: authorId });
}

/** The same once more, as a new delivery. @throws NotFound, Conflict (not active) */
export async function replayDelivery(webhook: number, id: number): Promise<DeliveryRecord> {
  const [, item] = await Promise.all([requireActive(webhook), getItem(deliveryKey(webhook, id), true)]);
  if (!item) throw new NotFound(`The webhook has no delivery with the id ${id}`);
  const { action, post_id, user_id } = parseRecord(DeliveryRecord, item).value;
  return await order(webhook, { action, post_id, user_id });
}

/** The delivery can be seen from now on; the worker finds it by its event. */
async function order(
  webhook: number,
  asked: Pick<DeliveryRecord, 'action' | 'post_id' | 'user_id'>,
): Promise<DeliveryRecord> {
  return await retryContended(async () => {
    const now = nowTs();
    const delivery: DeliveryRecord = {
      ...asked,
      id: newId(),
      created_ts: now,
      state: 'pending',
      attempts: [],
      next_attempt_ts: now,
    };
    await new Transaction()
      .put(deliveryItem(webhook, delivery), isNew)
      .put(orderedEvent(webhook, { id: delivery.id, ...asked, lane: laneOf(delivery) }))
      .commit();
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
  return (await readWebhook(webhook)).value.active;
}
