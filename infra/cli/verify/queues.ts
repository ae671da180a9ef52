import * as v from 'valibot';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { parseRecord } from '../../../shared/platform/store/records/record.ts';
import { keyText, type Item } from '../../../shared/platform/store/table.ts';
import {
  deliveryInEntry,
  deliveryKey,
  deliveryQueueKey,
  dueKey,
  EVENTS_PARTITION,
  expiringAt,
  secretKey,
} from '../../../shared/posts/webhooks/keys.ts';
import { isNew } from '../../../shared/platform/store/condition.ts';
import { queueEntryItem, updateQueue } from '../../../shared/posts/webhooks/queue.ts';
import {
  Webhooks,
  DeliveryQueue,
  DeliveryRecord,
  Head,
  headKey,
  toQueueId,
  Webhook,
  WebhookEvent,
} from '../../../shared/posts/webhooks/record.ts';
import { toName, unchanged, type Disagreement } from './disagreement.ts';
import type { Facts } from './facts.ts';
import { keyIn } from './stored.ts';

/** The stored items, of which those of webhooks are compared. */
type Items = Facts['items'];

/** Items of a delivery expire at different times: in the last days of one, others may be gone. */
const LAST_DAYS_S = 2 * 86_400;

/** Compares webhooks with their number and secrets, and the items of delivery queues with each other (webhooks/record.ts). */
export function compareQueues(facts: Facts): Disagreement[] {
  const items: Items = new Map([...facts.items].filter(([, { pk }]) => String(pk).startsWith('WEBHOOK')));
  const found: Disagreement[] = [];
  for (const item of items.values()) {
    try {
      found.push(...compareItem(items, item));
    } catch (error) {
      if (!(error instanceof v.ValiError)) throw error;
      found.push({ kind: 'queue', key: toName(keyIn(item)), fault: `is unreadable: ${error.message}` });
    }
  }
  return [...found, ...compareCount(items)];
}

function compareCount(items: Items): Disagreement[] {
  const count = [...items.values()].filter(
    ({ pk, sk }) => pk === Webhooks.declared.pk && sk !== headKey.sk,
  ).length;
  const stored = items.get(keyText(headKey));
  const head = stored && parseRecord(Head, stored).value.count;
  if ((head ?? 0) === count) return [];
  return [{ kind: 'queue', key: toName(headKey), fault: `is ${head ?? 0}, but there are ${count} webhooks` }];
}

function compareItem(items: Items, item: Item): Disagreement[] {
  const { pk, sk } = keyIn(item);
  if (pk === EVENTS_PARTITION) v.parse(WebhookEvent, item);
  if (pk === Webhooks.declared.pk) return sk === headKey.sk ? [] : compareWebhook(items, item);
  const webhook = Number(/^WEBHOOK#(\d+)$/.exec(pk)?.[1]);
  const [part, number = ''] = sk.split('#');
  if (Number(item.expires) < nowTs() + LAST_DAYS_S) return [];
  if (part === 'lane') return compareQueue(items, { webhook, queue: Number(number) }, item);
  if (part === 'due') return compareDue(items, webhook, item);
  if (part === 'queue') return compareEntry(items, { webhook, queue: Number(number) }, item);
  return part === 'delivery' ? compareDelivery(items, webhook, item) : [];
}

function compareWebhook(items: Items, item: Item): Disagreement[] {
  const { id } = parseRecord(Webhook, item).value;
  if (items.has(keyText(secretKey(id)))) return [];
  return [
    {
      kind: 'queue',
      key: toName(secretKey(id)),
      fault: `is missing: set one for ${toName(Webhooks.key(id))}`,
    },
  ];
}

interface Address {
  webhook: number;
  queue: number;
}

/** Without its due entry no worker finds a queue. */
function compareQueue(items: Items, { webhook, queue }: Address, item: Item): Disagreement[] {
  const key = keyIn(item);
  const { due_ts, version } = v.parse(DeliveryQueue, item);
  const due = dueKey(webhook, queue, due_ts);
  const found: Disagreement[] = [];
  if (!items.has(keyText(due)))
    found.push({
      ...{ kind: 'queue', key: toName(due), fault: `is missing for ${toName(key)}` },
      repair: transaction =>
        transaction.check(key, unchanged({ version })).put({ ...due, ...expiringAt(due_ts) }),
    });
  const prefix = `queue#${key.sk.slice('lane#'.length)}#`;
  if (![...items.values()].some(({ pk, sk }) => pk === key.pk && String(sk).startsWith(prefix)))
    found.push({
      ...{ kind: 'queue', key: toName(key), fault: 'has no delivery' },
      repair: transaction => transaction.delete(key, unchanged({ version })),
    });
  return found;
}

function compareDue(items: Items, webhook: number, item: Item): Disagreement[] {
  const key = keyIn(item);
  const queue = Number(key.sk.slice(-16));
  const state = items.get(keyText(deliveryQueueKey(webhook, queue)));
  if (state && keyText(dueKey(webhook, queue, v.parse(DeliveryQueue, state).due_ts)) === keyText(key))
    return [];
  const fault = `does not follow from ${toName(deliveryQueueKey(webhook, queue))}`;
  return [{ kind: 'queue', key: toName(key), fault, repair: transaction => transaction.delete(key) }];
}

function compareEntry(items: Items, address: Address, item: Item): Disagreement[] {
  const key = keyIn(item);
  const delivery = deliveryKey(address.webhook, deliveryInEntry(key.sk));
  const found: Disagreement[] = [];
  if (!items.has(keyText(deliveryQueueKey(address.webhook, address.queue))))
    found.push({
      ...{ kind: 'queue', key: toName(key), fault: 'waits in a queue without a state' },
      repair: transaction => updateQueue(transaction, address, undefined, { due_ts: nowTs(), owner: null }),
    });
  if (!items.has(keyText(delivery)))
    found.push({
      ...{ kind: 'queue', key: toName(key), fault: `leads to ${toName(delivery)}, which does not exist` },
      repair: transaction => transaction.delete(key),
    });
  return found;
}

/** A pending delivery waits in its queue; a test or a replay at first as an event. */
function compareDelivery(items: Items, webhook: number, item: Item): Disagreement[] {
  const delivery = parseRecord(DeliveryRecord, item).value;
  if (delivery.state !== 'pending') return [];
  const { id } = delivery;
  const padded = String(id).padStart(16, '0');
  const isWaiting = [...items.values()].some(
    ({ pk, sk }) =>
      (pk === item.pk && String(sk).startsWith('queue#') && String(sk).endsWith(`#${padded}`)) ||
      (pk === EVENTS_PARTITION && String(sk).endsWith(`#${padded}`)),
  );
  if (isWaiting) return [];
  return [
    {
      ...{ kind: 'queue', key: toName(keyIn(item)), fault: 'is pending, but in no queue' },
      repair: transaction => transaction.put(queueEntryItem(webhook, toQueueId(delivery), { id }), isNew),
    },
  ];
}
