import { readAnswer, type Answer } from './answer.ts';
import { ConnectionError } from './errors.ts';
import { randomText } from './form.ts';
import { addressOf, encodeBody, type Call } from './request.ts';
import { retrying, type RetryOptions } from './retry.ts';
import type { Row } from './table.ts';
import type { Fetch } from './upload/transport.ts';

export interface ClientOptions {
  /** The service's base address, with or without a slash at the end. */
  url: string;
  /** The API key; without one only what a site shows to all is seen. */
  key?: string | undefined;
  retry?: RetryOptions;
  /** How long a single request may take; by default a minute, which is longer than any does. */
  timeoutMs?: number;
  /** Sends requests in the place of the platform's own `fetch`. */
  fetch?: Fetch;
}

const TIMEOUT_MS = 60_000;

/** Sends what a route is called with. @throws ApiError, ConnectionError, the signal's reason */
export type Send = (row: Row, call: Call) => Promise<Answer<unknown>>;

export function sender(options: ClientOptions): Send {
  const base = options.url.replace(/\/+$/, '');
  return async (row, call) => {
    const url = base + addressOf(row, call);
    const { signal, idempotencyKey = randomText() } = call;
    // Made once: under one Idempotency-Key each attempt must be the same request.
    const request = requestOf(row, { ...call, idempotencyKey }, options.key);
    const once = async (): Promise<Answer<unknown>> => {
      const [response, text] = await exchange(options, url, request, signal);
      return readAnswer(response, text);
    };
    const isRepeatable = row.method !== 'POST' || idempotencyKey !== null;
    return await retrying(once, options.retry ?? {}, { isRepeatable, signal });
  };
}

function requestOf({ method }: Row, call: Call, key: string | undefined): RequestInit {
  const { ifMatch, idempotencyKey } = call;
  const body = encodeBody(call.body);
  // A misspelled field is refused, not ignored.
  const headers = new Headers({ prefer: 'handling=strict' });
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  if (body) headers.set('content-type', body.type);
  if (ifMatch === null) throw new TypeError('ifMatch: the answer that it is of had no ETag');
  if (ifMatch !== undefined) headers.set('if-match', ifMatch);
  if (method === 'POST' && typeof idempotencyKey === 'string') headers.set('idempotency-key', idempotencyKey);
  // Redirects are not followed: a POST would turn into a GET, and the key could reach another host.
  return { method, headers, body: body?.content ?? null, redirect: 'manual' };
}

/** @throws ConnectionError, the signal's reason */
export async function exchange(
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
    return [response, await response.text()];
  } catch (error) {
    signal?.throwIfAborted();
    throw new ConnectionError(`No answer from ${new URL(url).origin}: ${reasonOf(error)}`, { cause: error });
  }
}

/** Node.js says why in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
