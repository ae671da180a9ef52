import { isIP } from 'node:net';
import { UrlNotAllowed } from '../../core/errors.ts';
import { isPublicAddress } from './address.ts';

const DEFAULT_PORTS: Partial<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** The destination of one hop. `exempt` is true only for exceptions of the local stack, which skip the address check. */
export interface Target {
  readonly url: URL;
  readonly exempt: boolean;
}

/**
 * Checks an address as far as possible without DNS. URL parsing has already normalized decimal, octal and hexadecimal hosts.
 * @throws UrlNotAllowed
 */
export function checkTarget(address: string, base: URL | undefined, allow: ReadonlySet<string>): Target {
  if (!URL.canParse(address, base?.href)) throw new UrlNotAllowed();
  const url = new URL(address, base);
  if (url.username !== '' || url.password !== '') throw new UrlNotAllowed();
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (defaultPort === undefined) throw new UrlNotAllowed();
  url.hash = '';
  if (allow.has(`${url.hostname}:${url.port || defaultPort}`)) return { url, exempt: true };
  if (url.port !== '' && !Object.values(DEFAULT_PORTS).includes(url.port)) throw new UrlNotAllowed();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new UrlNotAllowed();
  return { url, exempt: false };
}

const exceptions = new Set<string>();

/**
 * Exempts `host:port` pairs, as written in a URL, from the address check, so that the local stack can fetch from the same machine. Only
 * the local stack calls it: a test checks that nothing in `functions/` or `shared/` imports it, so that a deployed function can't have
 * exceptions.
 */
export function exemptForLocalUse(hostPorts: string): void {
  for (const pair of hostPorts.split(',')) if (pair.trim() !== '') exceptions.add(pair.trim().toLowerCase());
}

/** The pairs exempted in this process; always empty when deployed. */
export function exemptions(): ReadonlySet<string> {
  return exceptions;
}
