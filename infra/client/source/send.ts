import { readAnswer, type Answer } from './answer.ts';
import { toBase } from './base.ts';
import { MAX_ANSWER_BYTES, readText } from './body.ts';
import { ApiError, ConnectionError } from './errors.ts';
import { randomText } from './form.ts';
import { buildAddress, encodeBody, type Call } from './request.ts';
import { withRetries, type RetryOptions } from './retry.ts';
import type { Row } from './table.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** The service's base URL, with or without a trailing slash or the `/api/1.3` of the documentation's commands. */
  url: string;
  /** The API key. Without one, only public data is accessible, on sites that allow it. */
  key?: string | undefined;
  retry?: RetryOptions;
  /** The time-out of a single request; by default a minute, longer than any request of the service. */
  timeoutMs?: number;
  /** Replaces the platform's `fetch`. */
  fetch?: Fetch;
}

const TIMEOUT_MS = 60_000;

/** Calls a route. @throws ApiError, ConnectionError, the signal's reason */
export type Send = (row: Row, call: Call) => Promise<Answer<unknown>>;

/** @throws TypeError when `url` is no address of a service */
export function createSender(options: ClientOptions): Send {
  const base = toBase(options.url);
  return async (row, call) => {
    const url = base + buildAddress(row, call);
    const { signal, idempotencyKey = randomText() } = call;
    // Created once: with an Idempotency-Key, every attempt must send the same request.
    const request = buildRequest(row, { ...call, idempotencyKey }, options.key);
    const once = async (): Promise<Answer<unknown>> => {
      const [response, text] = await exchange(options, url, request, signal);
      return readAnswer(response, text);
    };
    const isRepeatable = row.method !== 'POST' || idempotencyKey !== null;
    return await withRetries(once, options.retry ?? {}, { isRepeatable, signal });
  };
}

function buildRequest({ method }: Row, call: Call, key: string | undefined): RequestInit {
  const { ifMatch, idempotencyKey } = call;
  const body = encodeBody(call);
  // Unknown fields are refused, so that misspelled ones are noticed.
  const headers = new Headers({ prefer: 'handling=strict' });
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  if (body) headers.set('content-type', body.type);
  if (ifMatch === null) throw new TypeError('ifMatch: is null, because the answer had no ETag');
  if (ifMatch !== undefined) headers.set('if-match', ifMatch);
  if (method === 'POST' && typeof idempotencyKey === 'string') headers.set('idempotency-key', idempotencyKey);
  // Redirects are not followed: a POST would become a GET, and the key could reach another host.
  return { method, headers, body: body?.content ?? null, redirect: 'manual' };
}

/** @throws ConnectionError, UnexpectedAnswer (too long), the signal's reason */
async function exchange(
  { fetch: send = fetch, timeoutMs = TIMEOUT_MS }: Pick<ClientOptions, 'fetch' | 'timeoutMs'>,
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<[Response, string]> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await send(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return [response, await readText(response, MAX_ANSWER_BYTES)];
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ApiError) throw error;
    throw new ConnectionError(`No answer from ${toOrigin(url)}: ${toReason(error)}`, { cause: error });
  }
}

/** The address without its path; a relative one as it is. */
function toOrigin(url: string): string {
  return /^https?:\/\/[^/]+/i.exec(url)?.[0] ?? url;
}

/** Node.js has the reason in the cause. */
function toReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
