import { nowTs } from '../core/clock.ts';
import { Forbidden, SignInTooOld } from '../core/errors.ts';
import type { Permission } from '../site/permissions.ts';

export type SignInMethod = 'password' | 'passkey' | 'recovery_code' | 'single_sign_on';

/** The author and key behind a request. */
export interface Caller {
  /** The id of the key or session. */
  keyId: number;
  authorId: number;
  role: string;
  permissions: ReadonlySet<Permission>;
  /** The author has an administrator role and the key is not narrowed. */
  admin: boolean;
  /** The key was created with a list of permissions, even one that equals the role's. */
  isNarrowed: boolean;
  /** When the key expires, in Unix seconds; absent for those that don't, and for sessions. */
  expiresTs?: number;
  /** Signed in by a session, which ends by itself: nothing that lasts longer may depend on it. */
  isSession?: true;
  /** When the session began, in Unix seconds; absent for keys. */
  signedInTs?: number;
  /** How the session's author signed in; absent for keys. */
  signInMethod?: SignInMethod;
  /** The session lacks the second factor that its author's role needs: it may do nothing but enrol one. */
  mustEnrol?: true;
}

/** A caller without a key, where the site allows it: sees public data only. */
export const ANONYMOUS: Caller = {
  keyId: 0,
  authorId: 0,
  role: '',
  permissions: new Set(),
  admin: false,
  isNarrowed: true,
};

/** A requirement on a key: a permission, or an administrator's rights. */
export type Need = Permission | 'admin';

/** Requires that the caller has a permission; of several, one suffices. @throws Forbidden with the names of the missing ones */
export function requirePermission(caller: Caller, needed: Need | readonly Need[]): void {
  const has = (need: Need): boolean => (need === 'admin' ? caller.admin : caller.permissions.has(need));
  if ([needed].flat().some(has)) return;
  throw new Forbidden(`This needs the permission ${permissionText(needed)}`);
}

/** The permissions of a role or a key. */
export interface Scope {
  permissions: readonly Permission[];
  admin: boolean;
}

/** The permissions of a scope that the caller lacks; empty when the caller may grant the scope. */
export function missingPermissions(caller: Caller, { permissions, admin }: Scope): Need[] {
  return [
    ...permissions.filter(permission => !caller.permissions.has(permission)),
    ...(admin && !caller.admin ? (['admin'] as const) : []),
  ];
}

/** A route's requirement as text. */
export function permissionText(needed: Need | readonly Need[]): string {
  return [needed].flat().join(' or ');
}

/** Whether a key has permissions beyond reading, liking and following. */
function canWrite({ permissions }: Caller): boolean {
  return [...permissions].some(permission => permission !== 'read' && permission !== 'engage');
}

/** Keys that can write read their own writes; for others eventual consistency is enough, at half the price. */
export const readsConsistently = canWrite;

/** How long after a sign-in its session may change how an author signs in. */
const RECENT_SIGN_IN_S = 600;

/**
 * Someone who finds a browser signed in, or steals its cookie, must not gain access that outlasts the session. Nor must the holder of a key
 * that expires gain access that outlasts the key. Keys without an expiry are not restricted. @throws SignInTooOld, Forbidden
 */
export function requireRecentSignIn({ signedInTs, expiresTs }: Caller): void {
  if (expiresTs !== undefined)
    throw new Forbidden('A key that expires does not change how an author signs in');
  if (signedInTs !== undefined && nowTs() >= signedInTs + RECENT_SIGN_IN_S) throw new SignInTooOld();
}

/** A key that can't write may like and follow only for its own author. @throws Forbidden */
export function requireMayActFor(caller: Caller, authorId: number): void {
  if (caller.authorId === authorId || canWrite(caller)) return;
  throw new Forbidden('This key likes and follows for its own author only');
}
