import type { AuthorRecord } from '../authors/record.ts';
import type { SignInMethod } from '../../platform/http/caller.ts';
import { getPermissions, site } from '../../platform/site/site.ts';

/** Whether the site demands a second factor of the author's role. The role or the setting may change while a session lasts. */
export function needsSecondFactor({ role }: Pick<AuthorRecord, 'role'>): boolean {
  if (site().signIn.secondFactor !== 'publishers') return false;
  return getPermissions(role)?.includes('publish_post') === true;
}

/** Whether a session of this method began without a second factor. The setting decides whether single sign-on counts as one. */
export function isSingleFactor(method: SignInMethod | undefined): boolean {
  if (method === 'single_sign_on') return site().signIn.singleSignOn?.isSecondFactor !== true;
  return method === 'password';
}
