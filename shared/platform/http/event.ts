import type { Caller } from './caller.ts';

/** The rest of a key's rate limit. */
export interface RateBudget {
  /** Requests in a window. */
  limit: number;
  windowS: number;
  /** In this window; below 0 when the limit is exceeded. */
  remaining: number;
  /** Seconds until the next window. */
  resetS: number;
}

/** Identifies a request under an Idempotency-Key. */
export interface Claim {
  /** The partition that stores its answer. */
  pk: string;
  /** A hash of the request's method, path, query and body. */
  fingerprint: string;
}

/** What the edge says of a request that came through it. */
interface ViaEdge {
  isAlone: boolean;
  /** The host of the API. */
  apiHost: string | undefined;
}

/** The used part of API Gateway's HTTP API event (payload format 2.0), and what the request chain adds to it. */
export interface HttpEvent {
  version: '2.0';
  routeKey: string;
  rawPath: string;
  rawQueryString: string;
  headers: Partial<Record<string, string>>;
  /** The cookies, each as `name=value`. The header is not among `headers`. */
  cookies?: readonly string[];
  pathParameters?: Partial<Record<string, string>>;
  /** `domainName` is the host of the API; events of the local gateway have none. */
  requestContext: {
    requestId: string;
    domainName?: string;
    /** `sourceIp` is the address that the request came from. */
    http: { method: string; path: string; sourceIp?: string };
  };
  /** The text (or base64) at first; the JSON value after parsing. */
  body?: unknown;
  isBase64Encoded: boolean;
  /**
   * Set by the local gateway: rows with public data answer without a key, also where the site does not set `features.publicRead`. Nothing
   * that a request contains sets it, and API Gateway's events lack it.
   */
  isOpen?: true;
  /** Set when the request is proved to have come through the edge. */
  edge?: ViaEdge;
  /** Set once the key has been checked. */
  caller?: Caller;
  /** Set when a rate limit is configured. */
  budget?: RateBudget | undefined;
  /** Set when the request has an Idempotency-Key. */
  claim?: Claim;
}

export interface HttpResult {
  statusCode: number;
  headers: Record<string, string>;
  /** The values of `Set-Cookie`. */
  cookies?: readonly string[];
  body: string;
  isBase64Encoded: boolean;
}

export type HttpHandler = (event: HttpEvent) => Promise<HttpResult>;

export function isHead({ requestContext: { http } }: HttpEvent): boolean {
  return http.method === 'HEAD';
}

/** Whether the request only reads: a HEAD is a GET whose answer has no body. */
export function isRead(event: HttpEvent): boolean {
  return isHead(event) || event.requestContext.http.method === 'GET';
}

/** Converts header names to lower case, as API Gateway does and SAM's local gateway doesn't. */
export function withPlainHeaders(event: HttpEvent): HttpEvent {
  return {
    ...event,
    headers: Object.fromEntries(
      Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  };
}

/** The brackets that PHP, axios and jQuery append to the name of a list: `tags[]`, `tags[0]`. */
const LIST_BRACKETS = /(?<=[^[\]])\[\d*\]$/;

/** The name of a parameter or form field without the brackets of a list. */
export function plainName(name: string): string {
  return name.replace(LIST_BRACKETS, '');
}

/** The query's parameters in the order in which they were sent, under their plain names. */
export function parseParameters(event: Pick<HttpEvent, 'rawQueryString'>): [name: string, value: string][] {
  return [...new URLSearchParams(event.rawQueryString)].map(([name, value]) => [plainName(name), value]);
}

/** The query as sent, with repeated names joined by commas, because lists may be sent either way. */
export function parseQuery(event: Pick<HttpEvent, 'rawQueryString'>): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of parseParameters(event)) {
    const before = query.get(name);
    query.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(query);
}
