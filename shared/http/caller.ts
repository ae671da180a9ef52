import type { Permission } from '../config/permissions.ts';
import { Forbidden } from './errors.ts';

/** Who is asking. */
export interface Caller {
  keyId: number;
  authorId: number;
  role: string;
  permissions: ReadonlySet<Permission>;
  /** The author's role is an administrators' one and the key was not narrowed. */
  admin: boolean;
}

/** Who asks without a key where the site allows it: sees public data only. */
export const ANONYMOUS: Caller = { keyId: 0, authorId: 0, role: '', permissions: new Set(), admin: false };

/** @throws Forbidden that names what is lacking. */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (!caller.permissions.has(permission)) throw new Forbidden(`This needs the permission ${permission}`);
}

/** A writing key reads its own writes; others may read a moment behind at half the price. */
export const readsConsistently = ({ permissions }: Caller): boolean =>
  [...permissions].some(permission => permission !== 'read' && permission !== 'engage');
