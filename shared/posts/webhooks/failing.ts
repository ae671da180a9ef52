import { parseRecord } from '../../platform/store/records/record.ts';
import { queryItems } from '../../platform/store/table.ts';
import { DELIVERIES, secretKey } from './keys.ts';
import { PARTNER } from './partner.ts';
import { readWebhooks } from './read.ts';
import { DeliveryRecord } from './record.ts';

/** How many of a webhook's deliveries are checked, newest first. */
const MAX_CHECKED = 1000;

export interface FailingDelivery {
  /** The id of its webhook. */
  webhook: number;
  delivery: DeliveryRecord;
}

/** The deliveries whose last attempt failed, by webhook, newest first: those that are retried and those that are not any more. */
export async function failingDeliveries(): Promise<FailingDelivery[]> {
  const webhooks = (await readWebhooks()).map(({ value }) => value.id);
  return (await Promise.all([PARTNER, ...webhooks].map(readFailing))).flat();
}

async function readFailing(webhook: number): Promise<FailingDelivery[]> {
  const range = { pk: secretKey.partition(webhook), between: DELIVERIES };
  const items = await queryItems({ ...range, descending: true, limit: MAX_CHECKED, consistent: true });
  return items
    .map(item => ({ webhook, delivery: parseRecord(DeliveryRecord, item).value }))
    .filter(({ delivery: { state, attempts } }) => state !== 'delivered' && attempts.length > 0);
}
