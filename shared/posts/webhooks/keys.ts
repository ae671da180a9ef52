import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { makePosition } from '../../platform/values/position.ts';
import { getItem, type Item, type Key } from '../../platform/store/table.ts';

/** The keys of webhooks' events, deliveries and queues; record.ts says what they are for. */
export const EVENTS_PARTITION = 'WEBHOOK_EVENTS';
/** The partition of one webhook: `*` stands for its id. */
export const WEBHOOK_PARTITION = 'WEBHOOK#*';

/** How long deliveries and their outcomes are kept. */
const RETENTION_S = 30 * 86_400;

function padId(number: number): string {
  return String(number).padStart(16, '0');
}

export function webhookPartition(webhook: number): string {
  return WEBHOOK_PARTITION.replace('*', String(webhook));
}

export function secretKey(webhook: number): Key {
  return { pk: webhookPartition(webhook), sk: 'secret' };
}

export function deliveryKey(webhook: number, id: number): Key {
  return {
    pk: webhookPartition(webhook),
    sk: `delivery#${padId(id)}`,
  };
}

/** The stored prefix says "lane", an earlier word for a queue's state: renaming it would orphan stored queues. */
export function deliveryQueueKey(webhook: number, queue: number): Key {
  return {
    pk: webhookPartition(webhook),
    sk: `lane#${padId(queue)}`,
  };
}

export function dueKey(webhook: number, queue: number, ts: number): Key {
  return {
    pk: webhookPartition(webhook),
    sk: `due#${makePosition(ts, queue)}`,
  };
}

/** Without a version (a test or a replay) the entry sorts behind those of all versions, because ids are larger. */
export function queueEntryKey(webhook: number, queue: number, entry: { version?: number; id: number }): Key {
  return {
    pk: webhookPartition(webhook),
    sk: `queue#${padId(queue)}#${padId(entry.version ?? entry.id)}#${padId(entry.id)}`,
  };
}

export function eventSortKey(queue: number, version: number, id: number): string {
  return `${padId(queue)}#${padId(version)}#${padId(id)}`;
}

/** The range of sort keys that begin with a prefix. */
function sortKeysWith(prefix: string): readonly [string, string] {
  return [prefix, `${prefix}~`];
}

export const DELIVERIES = sortKeysWith('delivery#');
export const DUE = sortKeysWith('due#');
export function queueEntries(queue: number): readonly [string, string] {
  return sortKeysWith(`queue#${padId(queue)}#`);
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
  return v.parse(Secret, await getItem(secretKey(webhook), true)).secret;
}
