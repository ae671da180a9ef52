import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { startTimeout } from '../../core/clock.ts';
import { ApiError, UpstreamFailed, UpstreamTimeout } from '../../core/errors.ts';
import { ENCODINGS, readBody } from './body.ts';
import { exchange } from './exchange.ts';
import { outgoingHeaders, type Purpose } from './headers.ts';
import { requirePublicAddresses, systemResolve, type Resolve } from './lookup.ts';
import { exemptions, checkTarget, type Target } from './target.ts';

/** An outgoing request. Only GET and HEAD follow redirects; other methods return the redirect itself. */
export interface OutgoingRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Sent only to the first origin. Hop-by-hop headers and cookies are removed. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  /** What the user agent says; by default the preview of a page. */
  readonly purpose?: Purpose;
  readonly body?: Buffer | string;
  /** Limit of the decompressed body; the rest is not read. 0 when only status and headers matter. */
  readonly maxBytes: number;
  /** Time limit in milliseconds for name look-up, all redirects and the body together. */
  readonly timeoutMs: number;
  readonly maxRedirects?: number;
  /** Cancels the request, which counts as a time-out. */
  readonly signal?: AbortSignal;
}

export interface IncomingResponse {
  /** The address after all redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly truncated: boolean;
}

/** Replaced by tests and the local stack: the resolver, and the `host:port` pairs exempt from the address check. */
export interface GuardedDeps {
  readonly resolve?: Resolve;
  readonly allow?: ReadonlySet<string>;
}

/** The type of `guardedFetch`, for code that takes it as a dependency. */
export type Fetch = (url: string, request: OutgoingRequest) => Promise<IncomingResponse>;

const MAX_REDIRECTS = 5;

/**
 * Every outgoing request to a user-supplied address goes through this function. Each hop goes to a public unicast address on port 80 or
 * 443, over a new connection, without cookies or credentials. Returns answers of any HTTP status.
 * @throws UrlNotAllowed, UpstreamTimeout, or UpstreamFailed for every other failure
 */
export async function guardedFetch(
  url: string,
  request: OutgoingRequest,
  deps: GuardedDeps = {},
): Promise<IncomingResponse> {
  const timeout = startTimeout(request.timeoutMs);
  const signal =
    request.signal === undefined ? timeout.signal : AbortSignal.any([timeout.signal, request.signal]);
  try {
    const { response, target } = await followRedirects(url, { ...request, signal }, deps);
    const { bytes, truncated } = await readBody(response, request.maxBytes);
    const { statusCode: status = 0, headers } = response;
    return { url: target.url.href, status, headers, body: bytes, truncated };
  } catch (cause) {
    if (signal.aborted) throw new UpstreamTimeout({ cause });
    throw cause instanceof ApiError ? cause : new UpstreamFailed(undefined, { cause });
  } finally {
    timeout.stop();
  }
}

interface Answer {
  readonly response: IncomingMessage;
  readonly target: Target;
}

type Following = OutgoingRequest & { readonly signal: AbortSignal };

async function followRedirects(url: string, request: Following, deps: GuardedDeps): Promise<Answer> {
  const allow = deps.allow ?? exemptions();
  const first = checkTarget(url, undefined, allow);
  let target = first;
  for (let hop = 0; hop <= (request.maxRedirects ?? MAX_REDIRECTS); hop += 1) {
    const response = await sendHop(target, target.url.origin === first.url.origin, request, deps);
    const location = redirectLocation(request, response);
    if (location === undefined) return { response, target };
    response.destroy();
    target = checkTarget(location, target.url, allow);
  }
  throw new UpstreamFailed('The address redirects too often');
}

function sendHop(
  target: Target,
  home: boolean,
  request: Following,
  deps: GuardedDeps,
): Promise<IncomingMessage> {
  const { method = 'GET', body, signal, accept = '*/*', purpose } = request;
  const own = outgoingHeaders(home ? request.headers : {}, purpose);
  const headers = { ...own, accept, 'accept-encoding': ENCODINGS };
  return exchange(target, deps.resolve ?? systemResolve, { method, headers, body, signal });
}

function redirectLocation(
  { method = 'GET' }: OutgoingRequest,
  response: IncomingMessage,
): string | undefined {
  const redirects = [301, 302, 303, 307, 308].includes(response.statusCode ?? 0);
  return redirects && method !== 'POST' ? response.headers.location : undefined;
}

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
