import { Forbidden } from '../core/errors.ts';
import { site } from '../site/site.ts';
import { parseQuery, type HttpEvent } from './event.ts';

/**
 * The API key of a request: from `api_key` in the query, `x-svcauth`, the site's own header, or `Authorization`, in this order. Basic
 * authorization is for proxies in front of the service and is not a key.
 */
export function readApiKey(event: HttpEvent): string | undefined {
  const inHeaders = keyHeaders().map(name => {
    const value = event.headers[name];
    return name === 'authorization' ? fromAuthorization(value) : value;
  });
  const candidates = [parseQuery(event).api_key, ...inHeaders];
  return candidates.find(candidate => candidate !== undefined && candidate !== '');
}

/** Where the site forbids it, refuses a key in the address, which servers log and people share. @throws Forbidden */
export function refuseKeyInAddress(event: HttpEvent): void {
  if (!site().signIn.keysInAddresses && parseQuery(event).api_key !== undefined)
    throw new Forbidden('This site accepts API keys in headers only, not in addresses');
}

/** The headers that may contain a key, by precedence. */
export function keyHeaders(): string[] {
  const { apiKeyHeader } = site();
  return ['x-svcauth', ...(apiKeyHeader === undefined ? [] : [apiKeyHeader]), 'authorization'];
}

function fromAuthorization(header: string | undefined): string | undefined {
  if (header === undefined || /^basic\b/i.test(header)) return undefined;
  return header.replace(/^bearer(?:\s+|$)/i, '').trim();
}
