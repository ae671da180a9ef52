import { Forbidden } from '../core/errors.ts';
import { ADMIN_ROLES } from '../core/permissions.ts';
import { permissionsOfRole } from '../core/site.ts';
import { missingPermissions, type Caller } from '../http/caller.ts';
import type { AuthorEditInput } from './input.ts';
import type { AuthorRecord } from './record.ts';

/** No one gives more than it has. @throws Forbidden for a role wider than the caller's */
export function requireMayGive(caller: Caller, role: string): void {
  const wider = missingFor(caller, role);
  if (wider.length > 0)
    throw new Forbidden(`The role ${role} has permissions that you lack: ${wider.join(', ')}`);
  if (ADMIN_ROLES.has(role) && !caller.admin)
    throw new Forbidden(`Only an administrator gives the role ${role}`);
}

/** An edit of an author: the record before and after it, and what the request sent. */
interface Edit {
  current: AuthorRecord;
  next: AuthorRecord;
  sent: Pick<AuthorEditInput, 'email' | 'password'>;
}

/**
 * An author edits its own profile with a key that was not narrowed or may write drafts; its email and password only with one that was
 * not narrowed. Everything else needs `manage_authors`, and for email, password, role and status permissions that cover the
 * author's own. Only an administrator edits an administrator.
 * @throws Forbidden
 */
export function requireMayEdit(caller: Caller, edit: Edit): void {
  const { current, next } = edit;
  const isOwn = caller.authorId === current.id;
  const changesRank = next.role !== current.role || next.status !== current.status;
  const changesSignIn = sendsSignIn(edit);
  if (isOwn && changesSignIn && caller.isNarrowed)
    throw new Forbidden('A narrowed key does not change the email and password of its author');
  if (isOwn && !changesRank && mayEditOwnProfile(caller)) return;
  requireManager(caller, isOwn && !changesRank);
  if (ADMIN_ROLES.has(current.role) && !caller.admin)
    throw new Forbidden('Only an administrator edits an administrator');
  if (changesRank || changesSignIn) requireCovers(caller, current.role);
  if (next.role !== current.role) requireMayGive(caller, next.role);
}

/** An email counts as changed whenever it is sent: comparing it would tell the caller whether it guessed right. */
function sendsSignIn({ sent: { email, password } }: Edit): boolean {
  return email !== undefined || Boolean(password);
}

function mayEditOwnProfile({ isNarrowed, permissions }: Caller): boolean {
  return !isNarrowed || permissions.has('write_draft');
}

/** @throws Forbidden that names what would suffice */
function requireManager(caller: Caller, isOwnProfile: boolean): void {
  if (caller.permissions.has('manage_authors')) return;
  throw new Forbidden(
    isOwnProfile
      ? 'A narrowed key needs the permission write_draft to edit the profile of its author'
      : 'This needs the permission manage_authors',
  );
}

/** @throws Forbidden */
function requireCovers(caller: Caller, role: string): void {
  const missing = missingFor(caller, role);
  if (missing.length > 0)
    throw new Forbidden(
      `The email, password, role and status of this author need permissions that you lack: ${missing.join(', ')}`,
    );
}

function missingFor(caller: Caller, role: string) {
  return missingPermissions(caller, { permissions: permissionsOfRole(role) ?? [], admin: false });
}
