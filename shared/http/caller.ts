import { Forbidden } from '../core/errors.ts';
import type { Permission } from '../core/permissions.ts';

/** Who is asking. */
export interface Caller {
  keyId: number;
  authorId: number;
  role: string;
  permissions: ReadonlySet<Permission>;
  /** The author's role is an administrators' one and the key was not narrowed. */
  admin: boolean;
  /** The key was made with a list of permissions, even if that list has all of the role's. */
  isNarrowed: boolean;
}

/** Who asks without a key where the site allows it: sees public data only. */
export const ANONYMOUS: Caller = {
  keyId: 0,
  authorId: 0,
  role: '',
  permissions: new Set(),
  admin: false,
  isNarrowed: true,
};

/** What may be asked of a key: a permission, or that it is an administrator's. */
export type Need = Permission | 'admin';

/** Of several permissions one suffices. @throws Forbidden that names what is lacking. */
export function requirePermission(caller: Caller, needed: Need | readonly Need[]): void {
  const has = (need: Need): boolean => (need === 'admin' ? caller.admin : caller.permissions.has(need));
  if ([needed].flat().some(has)) return;
  throw new Forbidden(`This needs the permission ${permissionText(needed)}`);
}

/** What a role or a key permits. */
export interface Scope {
  permissions: readonly Permission[];
  admin: boolean;
}

/** What a scope permits and the caller lacks. The caller's authority covers the scope when the list is empty. */
export function missingPermissions(caller: Caller, { permissions, admin }: Scope): Need[] {
  return [
    ...permissions.filter(permission => !caller.permissions.has(permission)),
    ...(admin && !caller.admin ? (['admin'] as const) : []),
  ];
}

/** What a route needs, in words. */
export function permissionText(needed: Need | readonly Need[]): string {
  return [needed].flat().join(' or ');
}

/** Whether a key may do more than read, like and follow. */
function writes({ permissions }: Caller): boolean {
  return [...permissions].some(permission => permission !== 'read' && permission !== 'engage');
}

/** A writing key reads its own writes; others may read a moment behind at half the price. */
export const readsConsistently = writes;

/** A key that can only read, like and follow likes and follows for its own author. @throws Forbidden */
export function requireMayActFor(caller: Caller, authorId: number): void {
  if (caller.authorId === authorId || writes(caller)) return;
  throw new Forbidden('This key likes and follows for its own author only');
}
