import { Forbidden } from '../../platform/core/errors.ts';
import { site } from '../../platform/site/site.ts';

export const NO_PASSWORDS = 'this site has no passwords';

/** @throws Forbidden on a site that forbids passwords */
export function requirePasswords(): void {
  if (!site().signIn.passwords)
    throw new Forbidden('This site has no passwords: sign in by single sign-on or with a passkey');
}
