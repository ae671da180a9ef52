import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { UrlNotAllowed } from '../../core/errors.ts';
import { isPublicAddress } from './address.ts';

/** Every address of a host name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The operating system's resolver. */
export const systemResolve: Resolve = hostname => lookup(hostname, { all: true });

/**
 * The lookup of the connection itself: what is checked here is what the socket connects to, so a second DNS answer
 * (rebinding) never comes into play. One inner address among public ones refuses the host.
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
        if (!exempt) refuseInner(addresses);
        return addresses;
      })
      .then(answer, fail);
  };
}

/** Throws UrlNotAllowed when any of the addresses is not public. */
export function refuseInner(addresses: readonly LookupAddress[]): void {
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new UrlNotAllowed();
}
