import { Forbidden } from '../core/errors.ts';
import type { Permission } from '../site/permissions.ts';

/** The author and key behind a request. */
export interface Caller {
  keyId: number;
  authorId: number;
  role: string;
  permissions: ReadonlySet<Permission>;
  /** The author has an administrator role and the key is not narrowed. */
  admin: boolean;
  /** The key was created with a list of permissions, even one that equals the role's. */
  isNarrowed: boolean;
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

/** Of several permissions one suffices. @throws Forbidden with the names of the missing ones */
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

/** A key that can't write may like and follow only for its own author. @throws Forbidden */
export function requireMayActFor(caller: Caller, authorId: number): void {
  if (caller.authorId === authorId || canWrite(caller)) return;
  throw new Forbidden('This key likes and follows for its own author only');
}
