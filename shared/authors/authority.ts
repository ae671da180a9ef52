import { ADMIN_ROLES } from '../config/permissions.ts';
import { permissionsOfRole } from '../config/site.ts';
import type { Caller } from '../http/caller.ts';
import { Forbidden, InvalidInput } from '../http/errors.ts';
import type { AuthorInput } from './input.ts';
import type { AuthorRecord } from './record.ts';

/** "No one gives more than it has." @throws InvalidInput for an unknown role, Forbidden for a wider one */
export function requireMayGive(caller: Caller, role: string): void {
  const permissions = permissionsOfRole(role);
  if (!permissions) throw new InvalidInput(`role: ${role} is neither a built-in role nor one of this site's`);
  const wider = permissions.filter(permission => !caller.permissions.has(permission));
  if (wider.length > 0)
    throw new Forbidden(`The role ${role} has permissions that you lack: ${wider.join(', ')}`);
  if (ADMIN_ROLES.has(role) && !caller.admin)
    throw new Forbidden(`Only an administrator gives the role ${role}`);
}

/**
 * Any author edits its own profile, but not role or status; others' need `manage_authors`; an admin author only an admin.
 * @throws InvalidInput, Forbidden
 */
export function requireMayEdit(caller: Caller, author: AuthorRecord, input: AuthorInput): void {
  const role =
    input.role === undefined || input.role === author.role ? undefined : (input.role ?? 'Guest Editor');
  const status = input.status === undefined || input.status === author.status ? undefined : input.status;
  const ownProfile = caller.authorId === author.id && role === undefined && status === undefined;
  if (!ownProfile && !caller.permissions.has('manage_authors')) {
    throw new Forbidden('This needs the permission manage_authors');
  }
  if (ADMIN_ROLES.has(author.role) && !caller.admin && !ownProfile) {
    throw new Forbidden('Only an administrator edits an administrator');
  }
  if (role !== undefined) requireMayGive(caller, role);
}
