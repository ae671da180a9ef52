import { ADMIN_ROLES } from '../config/permissions.ts';
import { permissionsOfRole } from '../config/site.ts';
import type { Caller } from '../http/caller.ts';
import { Forbidden } from '../http/errors.ts';
import type { AuthorRecord } from './record.ts';

/** "No one gives more than it has." @throws Forbidden for a role wider than the caller's */
export function requireMayGive(caller: Caller, role: string): void {
  const wider = (permissionsOfRole(role) ?? []).filter(permission => !caller.permissions.has(permission));
  if (wider.length > 0)
    throw new Forbidden(`The role ${role} has permissions that you lack: ${wider.join(', ')}`);
  if (ADMIN_ROLES.has(role) && !caller.admin)
    throw new Forbidden(`Only an administrator gives the role ${role}`);
}

/**
 * Any author edits its own profile, but not role or status; others' need `manage_authors`; an admin author only an admin.
 * @throws Forbidden
 */
export function requireMayEdit(caller: Caller, author: AuthorRecord, next: AuthorRecord): void {
  const newRole = next.role !== author.role;
  const ownProfile = caller.authorId === author.id && !newRole && next.status === author.status;
  if (!ownProfile && !caller.permissions.has('manage_authors')) {
    throw new Forbidden('This needs the permission manage_authors');
  }
  if (ADMIN_ROLES.has(author.role) && !caller.admin && !ownProfile) {
    throw new Forbidden('Only an administrator edits an administrator');
  }
  if (newRole) requireMayGive(caller, next.role);
}
