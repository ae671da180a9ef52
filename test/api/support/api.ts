import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { handlersFromSources, type Handlers } from '../../../infra/local/handlers.ts';
import type { Functions } from '../../../infra/local/invocation.ts';
import { startStack, type Stack } from '../../../infra/local/stack.ts';
import { setPatience } from '../../support/clock.ts';
import { DEPLOYED, deployed } from '../../support/deployed/functions.ts';
import { HANGS_AFTER_MS } from '../../support/patience.ts';

export interface Reply {
  status: number;
  headers: Headers;
  body: any;
}

export interface Call {
  key?: string | null;
  headers?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  /** A body that is sent without JSON encoding. */
  raw?: string | Uint8Array;
}

/** The service over HTTP, as its clients see it. Calls carry the administrator's key unless `key` is given. */
export class Api {
  stack!: Stack;
  readonly adminKey = randomUUID();

  get = (path: string, call?: Call) => this.send('GET', path, call);
  post = (path: string, body?: unknown, call?: Call) => this.send('POST', path, { body, ...call });
  put = (path: string, body?: unknown, call?: Call) => this.send('PUT', path, { body, ...call });
  delete = (path: string, call?: Call) => this.send('DELETE', path, call);

  async send(
    method: string,
    path: string,
    { key = this.adminKey, headers = {}, query = {}, body, raw }: Call = {},
  ): Promise<Reply> {
    const url = new URL(
      /^\/(?:api|feeds|sitemaps)\/|^\/sitemap\.xml/.test(path) ? path : `/api/1.3${path}`,
      this.stack.url,
    );
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(url, {
      method,
      headers: {
        ...(key !== null && { 'x-svcauth': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent as string }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
    };
  }

  /** Creates an author with this role and an API key for the author. */
  async keyOf(
    role: string,
    options: { permissions?: string[] } = {},
  ): Promise<{ key: string; keyId: number; authorId: number }> {
    const author = await this.post('/api/1.1/authors', { role, first_name: role });
    const made = await this.post('/api_keys', { author_id: author.body.id, label: role, ...options });
    return { key: made.body.key, keyId: made.body.id, authorId: author.body.id };
  }
}

/** Multiplies the time limits of requests, which a slow machine exceeds. */
const PATIENCE = 20;

/**
 * Starts a service for this test file on an empty table, with site settings as in cdk.json. Its functions are the sources, or the
 * deployed bundles when the tests run on those. `adapt` may replace functions that events invoke. A file has one service: the process's
 * environment names its table.
 */
export function useApi(
  site: SiteSettings = {},
  functions?: Functions,
  adapt: (handlers: Handlers) => Handlers = handlers => handlers,
): Api {
  const api = new Api();
  setPatience(PATIENCE);
  beforeAll(async () => {
    process.env.TABLE_NAME = `test-${randomUUID()}`;
    const { handlers, ...own } = DEPLOYED
      ? deployedUnder(site)
      : { site, handlers: handlersFromSources, ...(functions && { functions }) };
    api.stack = await startStack({
      adminKey: api.adminKey,
      patience: PATIENCE,
      ...own,
      handlers: adapt(handlers),
    });
  });
  afterAll(async () => {
    await api.stack.stop();
  });
  return api;
}

type SiteSettings = object | ((url: string) => object);

/** The deployed functions. They read the site's settings when they are called, after the stack has its address. */
function deployedUnder(site: SiteSettings) {
  let current: object = {};
  const settings = (url: string): object => (current = typeof site === 'function' ? site(url) : site);
  return { ...deployed(() => current), site: settings };
}

/** For tests that move the clock, or call the sweep themselves: a sweep of the stack would run at any of their steps. */
export function withoutSweeps(handlers: Handlers): Handlers {
  return { ...handlers, sweep: () => Promise.resolve() };
}

/** Every process applies a change of keys, authors and sections within this time. */
export const EVERYWHERE_S = 10;

/** Repeats `look` until its value meets a condition. @throws with the last value when that takes too long. */
export async function eventually<T>(
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  withinMs = HANGS_AFTER_MS,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`Never came true; seen last: ${JSON.stringify(seen)}`);
    await new Promise(resolve => setTimeout(resolve, 25));
  }
}
