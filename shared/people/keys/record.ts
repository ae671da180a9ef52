import { hash } from 'node:crypto';
import * as v from 'valibot';
import { ADMIN_ROLES, Permission } from '../../platform/site/permissions.ts';
import { getPermissions } from '../../platform/site/site.ts';
import { storedLine } from '../../platform/values/stored-text.ts';
import type { Scope } from '../../platform/http/caller.ts';
import { entity } from '../../platform/store/records/entity.ts';
import { itemKey } from '../../platform/store/item-key.ts';

export const KeyRecord = v.object({
  id: v.number(),
  hash: v.string(),
  author_id: v.number(),
  label: storedLine,
  /** null: all permissions of the author. */
  permissions: v.nullable(v.array(Permission)),
  created_ts: v.number(),
});
export type KeyRecord = v.InferOutput<typeof KeyRecord>;

export const KeyLookup = v.object({
  id: v.number(),
  author_id: v.number(),
  permissions: v.nullable(v.array(Permission)),
});
export type KeyLookup = v.InferOutput<typeof KeyLookup>;

/**
 * The few records are listed together, newest first. By the key itself a request finds {id, author_id, permissions}, all that it needs, in
 * an item of its own. Both are written and deleted in one transaction, so that a revoked key stops working. Only the key's hash is stored.
 */
export const ApiKeys = entity({
  name: 'API key',
  record: KeyRecord,
  pk: 'API_KEYS',
  sk: '*',
  cache: { maxRecords: 1000 },
});

export const lookupKey = itemKey('API_KEY#<hash>', 'lookup', 'look-up of an API key');

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
