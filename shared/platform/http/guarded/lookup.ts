import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { UrlNotAllowed } from '../../core/errors.ts';
import { isPublicAddress } from './address.ts';

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The operating system's resolver. */
export const systemResolve: Resolve = hostname => lookup(hostname, { all: true });

/**
 * The socket's own name look-up, so that the checked address is the one that is connected to, and a second DNS answer (rebinding) can't
 * replace it. One private address among public ones rejects the host.
 */
export function guardedLookup(resolve: Resolve, exempt: boolean): LookupFunction {
  return (hostname, options, callback) => {
    const answer = (addresses: readonly LookupAddress[]): void => {
      const [first] = addresses;
      if (first === undefined) callback(new Error('no address'), []);
      else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    };
    const fail = (error: unknown): void =>
      callback(error instanceof Error ? error : new Error(String(error)), []);
    resolve(hostname)
      .then(addresses => {
        if (!exempt) requirePublicAddresses(addresses);
        return addresses;
      })
      .then(answer, fail);
  };
}

/** @throws UrlNotAllowed when any address is not public */
export function requirePublicAddresses(addresses: readonly LookupAddress[]): void {
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new UrlNotAllowed();
}
