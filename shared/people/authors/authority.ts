import { Forbidden } from '../../platform/core/errors.ts';
import { ADMIN_ROLES, type Permission } from '../../platform/site/permissions.ts';
import { getPermissions } from '../../platform/site/site.ts';
import { missingPermissions, requireRecentSignIn, type Caller } from '../../platform/http/caller.ts';
import type { AuthorEditInput } from './input.ts';
import type { AuthorRecord } from './record.ts';

/** A caller can only give permissions that it has. @throws Forbidden for a role with more permissions */
export function requireMayGrant(caller: Caller, role: string): void {
  const wider = missingFor(caller, role);
  if (wider.length > 0)
    throw new Forbidden(`The role ${role} has permissions that you lack: ${wider.join(', ')}`);
  if (ADMIN_ROLES.has(role) && !caller.admin)
    throw new Forbidden(`Only an administrator can give the role ${role}`);
}

/** An edit of an author: the record before and after, and the sign-in fields of the request. */
interface Edit {
  current: AuthorRecord;
  next: AuthorRecord;
  sent: Pick<AuthorEditInput, 'email' | 'password'>;
}

/**
 * An author may edit its own profile, unless its key is narrowed and lacks `write_draft`, and its own email and password unless its key is
 * narrowed. All other edits need `manage_authors`; those of email, password, role and status also need permissions that cover the
 * author's own. Only administrators may edit administrators.
 * A session may change email and password only after a recent sign-in.
 * @throws Forbidden, SignInTooOld
 */
export function requireMayEdit(caller: Caller, edit: Edit): void {
  const { current, next } = edit;
  const isOwn = caller.authorId === current.id;
  const changesRank = next.role !== current.role || next.status !== current.status;
  const changesSignIn = sendsSignIn(edit);
  if (isOwn && changesSignIn && caller.isNarrowed)
    throw new Forbidden('A narrowed key does not change the email and password of its author');
  if (changesSignIn) requireRecentSignIn(caller);
  if (isOwn && !changesRank && mayEditOwnProfile(caller)) return;
  requireManager(caller, isOwn && !changesRank);
  if (ADMIN_ROLES.has(current.role) && !caller.admin)
    throw new Forbidden('Only an administrator edits an administrator');
  if (changesRank || changesSignIn) requireCovers(caller, current.role);
  if (next.role !== current.role) requireMayGrant(caller, next.role);
}

/** Every sent email counts as a change: comparing it would reveal to the caller whether a guess is right. */
function sendsSignIn({ sent: { email, password } }: Edit): boolean {
  return email !== undefined || Boolean(password);
}

function mayEditOwnProfile({ isNarrowed, permissions }: Caller): boolean {
  return !isNarrowed || permissions.has('write_draft');
}

/** @throws Forbidden with the permission that would suffice */
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

/**
 * Counts the loss when an edit takes rights away, and also when it gives back what was lost in a version of the service that did not
 * count: a status other than active, or a role that may not share drafts.
 */
export function countRightsLoss(before: AuthorRecord, after: AuthorRecord): AuthorRecord {
  const had: readonly Permission[] = getPermissions(before.role) ?? [];
  const has: readonly Permission[] = getPermissions(after.role) ?? [];
  const losesRights =
    before.status !== after.status ||
    had.some(permission => !has.includes(permission)) ||
    (before.role !== after.role && !had.includes('write_draft'));
  return losesRights ? { ...after, rights_losses: (after.rights_losses ?? 0) + 1 } : after;
}

function missingFor(caller: Caller, role: string) {
  return missingPermissions(caller, { permissions: getPermissions(role) ?? [], admin: false });
}
