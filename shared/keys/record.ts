import { hash } from 'node:crypto';
import * as v from 'valibot';
import { ADMIN_ROLES, Permission } from '../core/permissions.ts';
import { permissionsOfRole } from '../core/site.ts';
import { storedLine } from '../core/stored-text.ts';
import type { Scope } from '../http/caller.ts';
import type { Key } from '../store/table.ts';

/**
 * Access patterns and keys of API keys:
 *   all, newest first    API_KEYS / <id>              (the record; few per site)
 *   by the key itself    API_KEY#<SHA-256> / lookup   {id, author_id, permissions}: all that a request needs, in one read
 * Both are written and deleted in one transaction, so that a revoked key stops working. Only the key's hash is stored.
 */
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

export const KEYS_PARTITION = 'API_KEYS';

export function keyKey(id: number): Key {
  return { pk: KEYS_PARTITION, sk: String(id).padStart(16, '0') };
}

export function lookupKey(hash: string): Key {
  return { pk: `API_KEY#${hash}`, sk: 'lookup' };
}

export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The permissions of a key: those of its author's current role, limited to `narrowed` (null: not narrowed). */
export function toScope(
  role: string,
  narrowed: readonly Permission[] | null,
): Scope & { permissions: Permission[] } {
  const ofRole = permissionsOfRole(role) ?? [];
  return {
    permissions: ofRole.filter(permission => narrowed === null || narrowed.includes(permission)),
    admin: narrowed === null && ADMIN_ROLES.has(role),
  };
}
