import { DAY_S, HOUR_S } from '../../platform/core/durations.ts';
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { makePosition } from '../../platform/values/position.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import { getItem, type Item, type Key } from '../../platform/store/table.ts';

/** The keys of webhooks' events, deliveries and queues; record.ts says what they are for. */
export const EVENTS_PARTITION = 'WEBHOOK_EVENTS';
const WEBHOOK = 'WEBHOOK#<webhook>';
/** How long deliveries and their outcomes are kept. */
const RETENTION_S = 30 * DAY_S;
/** They are kept so long behind the last retry, which is made up to a day after the delivery's creation. */
const LIFE_S = RETENTION_S + DAY_S + HOUR_S;

export const eventKey = itemKey(EVENTS_PARTITION, '<queue>#<version>#<delivery>', 'webhook event', LIFE_S);
export const secretKey = itemKey(WEBHOOK, 'secret', 'secret of a webhook');
export const deliveryKey = itemKey(WEBHOOK, 'delivery#<delivery>', 'delivery to a webhook', LIFE_S);
/** The stored prefix says "lane", an earlier word for a queue's state: renaming it would orphan stored queues. */
export const deliveryQueueKey = itemKey(WEBHOOK, 'lane#<queue>', 'state of a delivery queue', LIFE_S);
export const duePositionKey = itemKey(WEBHOOK, 'due#<position>', 'due delivery queue', LIFE_S);
export const entryKey = itemKey(WEBHOOK, 'queue#<queue>#<version>#<delivery>', 'entry of a queue', LIFE_S);

export function dueKey(webhook: number, queue: number, ts: number): Key {
  return duePositionKey(webhook, makePosition(ts, queue));
}

/** Without a version (a test or a replay) the entry sorts behind those of all versions, because ids are larger. */
export function queueEntryKey(webhook: number, queue: number, entry: { version?: number; id: number }): Key {
  return entryKey(webhook, queue, entry.version ?? entry.id, entry.id);
}

/** The range of sort keys that begin with a prefix. */
function sortKeysWith(prefix: string): readonly [string, string] {
  return [prefix, `${prefix}~`];
}

export const DELIVERIES = sortKeysWith('delivery#');
export const DUE = sortKeysWith('due#');
export function queueEntries(queue: number): readonly [string, string] {
  return sortKeysWith(entryKey.sortKey(queue, '', '').replace('##', '#'));
}

export function deliveryInEntry(sk: string): number {
  return Number(sk.slice(-16));
}

export function queueInEvent(sk: string): number {
  return Number(sk.slice(0, 16));
}

export function versionInEvent(sk: string): number {
  return Number(sk.slice(17, 33));
}

/** The time to live of an item. */
export function expiringAt(ts: number) {
  return { expires: ts + RETENTION_S };
}

const Secret = v.object({ secret: v.string() });

/** 256 random bits as 64 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('hex');
}

export function secretItem(webhook: number, secret: string): Item {
  return { ...secretKey(webhook), secret };
}

/** The key that signs a webhook's deliveries. Signing needs the plain value, so it can't be hashed and has an item of its own. */
export async function readSecret(webhook: number): Promise<string> {
  return v.parse(Secret, await getItem(secretKey(webhook), { consistent: true })).secret;
}
