import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { retryDelay } from './backoff.ts';
import { ConnectionError, isInProgress, isUpstreamFault, toApiError, type ApiError } from './errors.ts';

/** Enough for a service that restarts: about a minute with the delays between them. */
const MAX_ATTEMPTS = 8;
const TIMEOUT_MS = 60_000;
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** What the service could not fetch from another host it seldom can a minute later either. */
const UPSTREAM_ATTEMPTS = 3;

export interface ClientOptions {
  /** The service's base address, with or without a slash at the end. */
  url: string;
  key: string;
  /** Waits that many milliseconds between tries. */
  wait?: (milliseconds: number) => Promise<unknown>;
}

/** A success: the parsed JSON, still to be checked, and the `Link` header for lists. */
export interface ApiAnswer {
  body: unknown;
  link: string | null;
}

/**
 * Speaks JSON with the public API under one key, and sends forms with files. Tries again when the service is busy or out of reach, so a
 * create may have happened although its last answer is a conflict. Throws ApiError or ConnectionError.
 */
export class ApiClient {
  private readonly base: string;
  private readonly key: string;
  private readonly wait: (milliseconds: number) => Promise<unknown>;

  constructor(options: ClientOptions) {
    this.base = options.url.replace(/\/+$/, '');
    this.key = options.key;
    this.wait = options.wait ?? sleep;
  }

  /** `path` begins with a slash and may carry a query. */
  get(path: string): Promise<ApiAnswer> {
    return this.request('GET', path, undefined);
  }

  /** With the same idempotency key a repetition, in a later run too, gets the first answer instead of a second record. */
  post(path: string, body: unknown, idempotencyKey?: string): Promise<ApiAnswer> {
    return this.request('POST', path, body, idempotencyKey);
  }

  put(path: string, body: unknown): Promise<ApiAnswer> {
    return this.request('PUT', path, body);
  }

  private async request(
    method: string,
    path: string,
    body: unknown,
    idempotencyKey?: string,
  ): Promise<ApiAnswer> {
    const headers: Record<string, string> =
      idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.tryOnce(method, path, body, headers);
      if ('body' in result) return result;
      if (attempt >= result.attempts) throw result.error;
      await this.wait(retryDelay(attempt, result.retryAfter));
    }
  }

  private async tryOnce(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<ApiAnswer | Refusal> {
    try {
      const response = await this.send(method, path, body, headers);
      const text = await response.text();
      return response.ok ? toAnswer(response, text) : toRefusal(response, text);
    } catch (error) {
      return { error: this.noAnswer(error), attempts: MAX_ATTEMPTS, retryAfter: null };
    }
  }

  /** Redirects are not followed: a POST would turn into a GET, and the key could reach another host. */
  private send(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(this.base + path, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(!isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }

  private noAnswer(error: unknown): ConnectionError {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    return new ConnectionError(`No answer from ${this.base}: ${reason}`, { cause: error });
  }
}

interface Refusal {
  error: Error;
  /** How often the request may be sent in all. */
  attempts: number;
  retryAfter: string | null;
}

function toAnswer(response: Response, text: string): ApiAnswer | Refusal {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  if (!parsed.success) return { error: toApiError(response, text), attempts: 1, retryAfter: null };
  return { body: parsed.output, link: response.headers.get('link') };
}

function toRefusal(response: Response, text: string): Refusal {
  const error = toApiError(response, text);
  return { error, attempts: attemptsAfter(error), retryAfter: response.headers.get('retry-after') };
}

function attemptsAfter(error: ApiError): number {
  if (isUpstreamFault(error)) return UPSTREAM_ATTEMPTS;
  return RETRIED.has(error.status) || isInProgress(error) ? MAX_ATTEMPTS : 1;
}
