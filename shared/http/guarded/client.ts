import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ApiError, UpstreamFailed, UpstreamTimeout } from '../../core/errors.ts';
import { ENCODINGS, readBody } from './body.ts';
import { exemptions } from './exceptions.ts';
import { exchange } from './exchange.ts';
import { outgoingHeaders } from './headers.ts';
import { systemResolve, type Resolve } from './lookup.ts';
import { checkedTarget, type Target } from './target.ts';

/** A request to somewhere else. Only GET and HEAD follow redirects; any other method is answered with the redirect itself. */
export interface OutgoingRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  /** Sent to the first origin only. Hop-by-hop headers and cookies are dropped. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly body?: Buffer | string;
  /** Of the decompressed body; what lies beyond is not read. 0: only status and headers matter. */
  readonly maxBytes: number;
  /** For everything: name look-up, every hop, the body. Milliseconds. */
  readonly timeoutMs: number;
  readonly maxRedirects?: number;
  /** Ends the request early; ending it counts as a time-out. */
  readonly signal?: AbortSignal;
}

export interface IncomingResponse {
  /** Where the last redirect led. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly truncated: boolean;
}

/** What tests and the local stack replace: the resolver, and the `host:port` pairs free of the address rule. */
export interface GuardedDeps {
  readonly resolve?: Resolve;
  readonly allow?: ReadonlySet<string>;
}

/** The signature of `guardedFetch`, for whoever takes it as a dependency. */
export type Fetch = (url: string, request: OutgoingRequest) => Promise<IncomingResponse>;

const MAX_REDIRECTS = 5;

/**
 * The only way out of the service. Every hop goes to a public unicast address on port 80 or 443, over a connection of
 * its own, without cookies or credentials. Any HTTP status is an answer.
 * Throws UrlNotAllowed, UpstreamTimeout, or UpstreamFailed for everything else.
 */
export async function guardedFetch(
  url: string,
  request: OutgoingRequest,
  deps: GuardedDeps = {},
): Promise<IncomingResponse> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
  try {
    const { response, target } = await followed(url, { ...request, signal }, deps);
    const { bytes, truncated } = await readBody(response, request.maxBytes);
    const { statusCode: status = 0, headers } = response;
    return { url: target.url.href, status, headers, body: bytes, truncated };
  } catch (cause) {
    if (signal.aborted) throw new UpstreamTimeout({ cause });
    throw cause instanceof ApiError ? cause : new UpstreamFailed(undefined, { cause });
  }
}

interface Answer {
  readonly response: IncomingMessage;
  readonly target: Target;
}

type Following = OutgoingRequest & { readonly signal: AbortSignal };

async function followed(url: string, request: Following, deps: GuardedDeps): Promise<Answer> {
  const allow = deps.allow ?? exemptions();
  const first = checkedTarget(url, undefined, allow);
  let target = first;
  for (let hop = 0; hop <= (request.maxRedirects ?? MAX_REDIRECTS); hop += 1) {
    const response = await hopTo(target, target.url.origin === first.url.origin, request, deps);
    const location = redirection(request, response);
    if (location === undefined) return { response, target };
    response.destroy();
    target = checkedTarget(location, target.url, allow);
  }
  throw new UpstreamFailed('The address redirects too often');
}

function hopTo(
  target: Target,
  home: boolean,
  request: Following,
  deps: GuardedDeps,
): Promise<IncomingMessage> {
  const { method = 'GET', body, signal, accept = '*/*' } = request;
  const headers = { ...outgoingHeaders(home ? request.headers : {}), accept, 'accept-encoding': ENCODINGS };
  return exchange(target, deps.resolve ?? systemResolve, { method, headers, body, signal });
}

function redirection({ method = 'GET' }: OutgoingRequest, response: IncomingMessage): string | undefined {
  const redirects = [301, 302, 303, 307, 308].includes(response.statusCode ?? 0);
  return redirects && method !== 'POST' ? response.headers.location : undefined;
}
