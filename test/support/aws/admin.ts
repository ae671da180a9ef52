import type { Caller } from '../../../shared/platform/http/caller.ts';
import { PERMISSIONS } from '../../../shared/platform/site/permissions.ts';

/** An administrator as the caller of the functions' parts, without HTTP. */
export const ADMIN: Caller = {
  keyId: 1,
  authorId: 1,
  role: 'Administrator',
  permissions: new Set(PERMISSIONS),
  admin: true,
  isNarrowed: false,
};
