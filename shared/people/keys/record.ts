import { hash } from 'node:crypto';
import * as v from 'valibot';
import { nowTs } from '../../platform/core/clock.ts';
import { DAY_S, MINUTE_S } from '../../platform/core/durations.ts';
import { ADMIN_ROLES, Permission } from '../../platform/site/permissions.ts';
import { getPermissions } from '../../platform/site/site.ts';
import { storedLine, storedText } from '../../platform/values/stored-text.ts';
import type { Scope } from '../../platform/http/caller.ts';
import { entity } from '../../platform/store/records/entity.ts';
import { itemKey } from '../../platform/store/item-key.ts';
import type { Item } from '../../platform/store/table.ts';

/** The last use of a key or a session is written at most this often. */
export const USE_INTERVAL_S = 15 * MINUTE_S;
/** The longest time after which a key may expire, in seconds. */
export const MAX_KEY_S = 3650 * DAY_S;

export const KeyRecord = v.object({
  id: v.number(),
  hash: v.string(),
  author_id: v.number(),
  label: storedLine,
  /** null: all permissions of the author. */
  permissions: v.nullable(v.array(Permission)),
  created_ts: v.number(),
  /** What the key is for, and where it is kept. */
  note: v.optional(storedText, ''),
  /** When it ends, in Unix seconds; null: when it is revoked. */
  expires_ts: v.optional(v.nullable(v.number()), null),
});
export type KeyRecord = v.InferOutput<typeof KeyRecord>;

export const KeyLookup = v.object({
  id: v.number(),
  author_id: v.number(),
  permissions: v.nullable(v.array(Permission)),
  expires: v.optional(v.number()),
  used_ts: v.optional(v.number()),
  address: v.optional(v.string()),
});
export type KeyLookup = v.InferOutput<typeof KeyLookup>;

/**
 * The few records are listed together, newest first. By the key itself a request finds {id, author_id, permissions, expires}, all that it
 * needs, in an item of its own. Both are written and deleted in one transaction, so that a revoked key stops working. Only the key's hash is
 * stored. The look-up also has the last use {used_ts, address}: each key has a partition of its own, so that its uses make no item busy, and
 * what reads the key knows whether a use was recorded lately. Both items have the time to live of a key that expires. DynamoDB deletes them
 * late, and not together, so readers judge the time themselves.
 */
export const ApiKeys = entity({
  name: 'API key',
  record: KeyRecord,
  pk: 'API_KEYS',
  sk: '*',
  cache: { maxRecords: 1000 },
  lifeS: MAX_KEY_S,
});

export const lookupKey = itemKey('API_KEY#<hash>', 'lookup', 'look-up of an API key', MAX_KEY_S);

/** The time to live of both items of a key; none of a key without an expiry. */
export function toExpiry({ expires_ts }: Pick<KeyRecord, 'expires_ts'>): { expires?: number } {
  return expires_ts === null ? {} : { expires: expires_ts };
}

/** What a request finds by the key, before its first use. */
export function lookupItem(record: KeyRecord): Item {
  const { id, hash, author_id, permissions } = record;
  return { ...lookupKey(hash), id, author_id, permissions, ...toExpiry(record) };
}

export function hasExpired({ expires }: { expires?: unknown }): boolean {
  return expires !== undefined && nowTs() >= Number(expires);
}

export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The permissions of a key: those of its author's current role, limited to `narrowed` (null: not narrowed). */
export function toScope(
  role: string,
  narrowed: readonly Permission[] | null,
): Scope & { permissions: Permission[] } {
  const ofRole = getPermissions(role) ?? [];
  return {
    permissions: ofRole.filter(permission => narrowed === null || narrowed.includes(permission)),
    admin: narrowed === null && ADMIN_ROLES.has(role),
  };
}
