import { randomUUID } from 'node:crypto';
import type { Stack } from '../../../infra/local/stack.ts';

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
  /** How it sends requests. */
  readonly fetch: (url: URL, init: RequestInit) => Promise<Response> = (url, init) => fetch(url, init);

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
    const response = await this.fetch(url, {
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
  async makeKey(
    role: string,
    options: { permissions?: readonly string[] } = {},
  ): Promise<{ key: string; keyId: number; authorId: number }> {
    const author = await this.post('/api/1.1/authors', { role, first_name: role });
    const made = await this.post('/api_keys', { author_id: author.body.id, label: role, ...options });
    return { key: made.body.key, keyId: made.body.id, authorId: author.body.id };
  }
}
