import { ADMIN_ROLES, type Permission } from '../core/permissions.ts';
import { permissionsOfRole } from '../core/site.ts';
import type { Scope } from '../http/caller.ts';

/** The permissions of a key: those of its author's current role, limited to `narrowed` (null: not narrowed). */
export function scopeOf(
  role: string,
  narrowed: readonly Permission[] | null,
): Scope & { permissions: Permission[] } {
  const ofRole = permissionsOfRole(role) ?? [];
  return {
    permissions: ofRole.filter(permission => narrowed === null || narrowed.includes(permission)),
    admin: narrowed === null && ADMIN_ROLES.has(role),
  };
}
