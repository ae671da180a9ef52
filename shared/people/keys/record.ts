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
  /** null gives the key all permissions of its author. */
  permissions: v.nullable(v.array(Permission)),
  created_ts: v.number(),
  /** What the key is for, and where it is kept. */
  note: v.optional(storedText, ''),
  /** The key expires at this time in Unix seconds; null means that it ends only when it is revoked. */
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
 * A key has two items: a record in the list of all keys, which is short and newest first, and a look-up item, by which a request finds all that
 * it needs, {id, author_id, permissions, expires}, under the key's hash. Both are written and deleted in one transaction, so that a revoked key
 * stops working. Only the key's hash is stored. The look-up item also has the last use {used_ts, address}: each key has a partition of its own,
 * so that uses of different keys write different partitions, and the read of the key shows whether a use was recorded lately. Both items of a
 * key that expires have its time to live. DynamoDB deletes them late, and not together, so readers compare the time themselves.
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

/** Returns the time to live of both items of a key. A key that doesn't expire has none. */
export function toExpiry({ expires_ts }: Pick<KeyRecord, 'expires_ts'>): { expires?: number } {
  return expires_ts === null ? {} : { expires: expires_ts };
}

/** Makes the look-up item of a key that was not used yet. */
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

/** Computes the permissions of a key: those of its author's current role, limited to `narrowed` unless it is null. */
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
