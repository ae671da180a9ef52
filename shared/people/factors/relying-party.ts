import { InvalidInput } from '../../platform/core/errors.ts';
import { isLoopback } from '../../platform/http/loopback.ts';
import { site } from '../../platform/site/site.ts';

/** A relying party of WebAuthn: the host that passkeys are bound to, and the origins of its pages. */
export interface RelyingParty {
  id: string;
  name: string;
  origins: readonly string[];
}

/**
 * Finds the relying party of a request. For the API's own host it is `domain`, if the deployment has one.
 * @param host the host of the request, with its port
 * @throws InvalidInput
 */
export function toRelyingParty(host: string): RelyingParty {
  const { signIn, siteTitle } = site();
  if (!URL.canParse(`https://${host}`)) throw new InvalidInput('host: is not a host');
  const { hostname } = new URL(`https://${host}`);
  const id = signIn.host ?? hostname;
  const origins = isLoopback(hostname) ? [`http://${host}`, `https://${host}`] : [`https://${host}`];
  return { id, name: siteTitle, origins };
}

/**
 * Returns the address of the page on which people sign in.
 * @param host the host of the service, with its port
 * @throws InvalidInput
 */
export function toSignInPage(host: string): string {
  return `${toRelyingParty(host).origins[0]}/sign-in/`;
}
