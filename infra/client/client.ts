import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { retryDelay } from './backoff.ts';
import { ConnectionError, toApiError } from './errors.ts';

/** Enough for a service that restarts: about a minute with the delays between them. */
const MAX_ATTEMPTS = 8;
const TIMEOUT_MS = 60_000;
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);

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
 * Speaks JSON with the public API under one key. Tries again when the service is busy or out of reach, so a
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

  post(path: string, body: unknown): Promise<ApiAnswer> {
    return this.request('POST', path, body);
  }

  put(path: string, body: unknown): Promise<ApiAnswer> {
    return this.request('PUT', path, body);
  }

  private async request(method: string, path: string, body: unknown): Promise<ApiAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.tryOnce(method, path, body);
      if ('body' in result) return result;
      if (!result.again || attempt === MAX_ATTEMPTS) throw result.error;
      await this.wait(retryDelay(attempt, result.retryAfter));
    }
  }

  private async tryOnce(method: string, path: string, body: unknown): Promise<ApiAnswer | Refusal> {
    try {
      const response = await this.send(method, path, body);
      const text = await response.text();
      return response.ok ? toAnswer(response, text) : toRefusal(response, text);
    } catch (error) {
      return { error: this.noAnswer(error), again: true, retryAfter: null };
    }
  }

  /** Redirects are not followed: a POST would turn into a GET, and the key could reach another host. */
  private send(method: string, path: string, body: unknown): Promise<Response> {
    return fetch(this.base + path, {
      method,
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
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
  again: boolean;
  retryAfter: string | null;
}

function toAnswer(response: Response, text: string): ApiAnswer | Refusal {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  if (!parsed.success) return { error: toApiError(response, text), again: false, retryAfter: null };
  return { body: parsed.output, link: response.headers.get('link') };
}

function toRefusal(response: Response, text: string): Refusal {
  const again = RETRIED.has(response.status);
  return { error: toApiError(response, text), again, retryAfter: response.headers.get('retry-after') };
}
