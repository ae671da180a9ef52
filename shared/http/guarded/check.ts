import type { GuardedDeps } from './client.ts';
import { exemptions } from './exceptions.ts';
import { refuseInner, systemResolve } from './lookup.ts';
import { checkedTarget } from './target.ts';

/**
 * Refuses an address that would not be fetched, for those who keep one to use it later. It is checked again then, so
 * a name that can't be looked up just now passes. Throws UrlNotAllowed.
 */
export async function checkAddress(url: string, deps: GuardedDeps = {}): Promise<void> {
  const target = checkedTarget(url, undefined, deps.allow ?? exemptions());
  if (target.exempt) return;
  const resolve = deps.resolve ?? systemResolve;
  refuseInner(await resolve(target.url.hostname).catch(() => []));
}
