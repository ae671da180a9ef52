import type { Caller } from './caller.ts';

/** What a key may still ask for. */
export interface RateBudget {
  /** Requests in a window. */
  limit: number;
  windowS: number;
  /** Of this window; below 0 when it was over before. */
  remaining: number;
  /** Until the next window. */
  resetS: number;
}

/** What makes a request under an Idempotency-Key the same as another. */
export interface Claim {
  /** The partition in which it is remembered. */
  pk: string;
  /** A hash of all that it asks for. */
  fingerprint: string;
}

/** What we use of API Gateway's HTTP API event, payload format 2.0, and what the request chain adds to it. */
export interface HttpEvent {
  version: '2.0';
  routeKey: string;
  rawPath: string;
  rawQueryString: string;
  headers: Partial<Record<string, string>>;
  pathParameters?: Partial<Record<string, string>>;
  requestContext: { requestId: string; http: { method: string; path: string } };
  /** Text (or base64) as it arrives; the JSON value once the chain has parsed it. */
  body?: unknown;
  isBase64Encoded: boolean;
  /** Set when the key has been checked. */
  caller?: Caller;
  /** Set where requests are limited. */
  budget?: RateBudget | undefined;
  /** Set when the request came with an Idempotency-Key. */
  claim?: Claim;
}

export interface HttpResult {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded: boolean;
}

/** API Gateway writes the names of headers in lower case; SAM's local one leaves them as they came. */
export function withPlainHeaders(event: HttpEvent): HttpEvent {
  return {
    ...event,
    headers: Object.fromEntries(
      Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  };
}

/** The query as sent, repeated names joined by commas: a list may come either way. */
export function queryOf(event: HttpEvent): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(event.rawQueryString)) {
    const before = Object.hasOwn(query, name) ? `${query[name] ?? ''},` : '';
    Object.defineProperty(query, name, {
      value: before + value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return query;
}
