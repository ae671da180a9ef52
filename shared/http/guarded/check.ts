import type { GuardedDeps } from './client.ts';
import { exemptions } from './exceptions.ts';
import { requirePublicAddresses, systemResolve } from './lookup.ts';
import { checkTarget } from './target.ts';

/**
 * Rejects an address that is to be stored and that `guardedFetch` would not fetch. A host name that doesn't resolve now passes, because
 * the address is checked again on every fetch. @throws UrlNotAllowed
 */
export async function checkAddress(url: string, deps: GuardedDeps = {}): Promise<void> {
  const target = checkTarget(url, undefined, deps.allow ?? exemptions());
  if (target.exempt) return;
  const resolve = deps.resolve ?? systemResolve;
  requirePublicAddresses(await resolve(target.url.hostname).catch(() => []));
}
