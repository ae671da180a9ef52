import { UsageError } from '../core/command.ts';

const MAX_CONCURRENCY = 32;
/** The documentation of the API writes addresses with its path. */
const BASE_AND_REST = /^(.*?)(\/api(?:\/[\d.]+(?:\/.*)?)?\/?)$/;
/** A query or fragment, or a user in front of the host. */
const MORE_THAN_BASE = /[?#]|^\w+:\/\/[^/]*@/;

/** Checks the URL of a service. @throws UsageError */
export function requireService(url: string): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : '';
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new UsageError('--url must be an http or https address.');
  if (MORE_THAN_BASE.test(url))
    throw new UsageError('--url must be the base address of the service, without a query, fragment or user.');
  const [, base, rest] = BASE_AND_REST.exec(url) ?? [];
  if (rest) throw new UsageError(`--url must be the base address of the service: ${base}, without ${rest}.`);
}

/** Checks the address of a WordPress site, if it is given. @throws UsageError */
export function requireSite(site: string | undefined): void {
  if (site !== undefined && !(/^https?:/.test(site) && URL.canParse(site)))
    throw new UsageError('--site must be an http or https address.');
}

/** Parses the number of concurrent requests or writes. @throws UsageError */
export function readConcurrency(text: string): number {
  const concurrency = Number(text);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > MAX_CONCURRENCY)
    throw new UsageError(`--concurrency must be a whole number from 1 to ${MAX_CONCURRENCY}.`);
  return concurrency;
}

/** Returns the only positional argument. @throws UsageError when it is missing or not the only one */
export function requireSingleArgument([first, ...more]: readonly string[], what: string): string {
  if (first === undefined || more.length > 0) throw new UsageError(`Name one ${what}.`);
  return first;
}
