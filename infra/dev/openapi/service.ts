import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { exemptForLocalUse } from '../../../shared/platform/http/guarded/target.ts';
import { startStack, type Stack } from '../../local/stack.ts';

export interface Reply {
  status: number;
  headers: Headers;
  body: unknown;
}

export interface Request {
  method: string;
  /** Including the query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  form?: FormData;
}

const KEY = 'a-key-for-trying-examples'.padEnd(64, '-');

/** The site of the examples. */
const SITE = {
  siteTitle: 'The Courier',
  baseUrl: 'https://www.example.com',
  mediaBaseUrl: 'https://media.example.com',
};

/** Host names in the examples that another server on this machine answers for. */
const ELSEWHERE = [
  ['https://news.example', '127.0.0.1'],
  ['https://search.example', 'localhost'],
] as const;

const PAGE = `<!doctype html><html lang="en"><head><title>The old bridge | News</title>
<meta property="og:title" content="The old bridge"><meta property="og:description" content="It stands.">
<meta property="article:tag" content="bridge"></head><body><p>It has stood for a hundred years.</p></body></html>`;

/** A service on an empty table for trying examples. */
export class Trial {
  readonly adminAuthorId: number;
  readonly #stack: Stack;
  readonly #elsewhere: Server;
  readonly #port: number;

  constructor(stack: Stack, elsewhere: Server) {
    this.#stack = stack;
    this.adminAuthorId = stack.adminAuthorId;
    this.#elsewhere = elsewhere;
    this.#port = readPort(elsewhere);
  }

  static async start(): Promise<Trial> {
    const elsewhere = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    });
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    exemptForLocalUse(ELSEWHERE.map(([, name]) => `${name}:${readPort(elsewhere)}`).join(','));
    return new Trial(await startStack({ adminKey: KEY, site: SITE }), elsewhere);
  }

  async send({ method, path, headers = {}, body, form }: Request): Promise<Reply> {
    const sent = form ?? (body === undefined ? undefined : this.#toHere(JSON.stringify(body)));
    const response = await fetch(new URL(this.#toHere(path), this.#stack.url), {
      method,
      headers: {
        authorization: `Bearer ${KEY}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    });
    const text = await response.text();
    const { status, headers: answered } = response;
    const isJson = answered.get('content-type')?.startsWith('application/json') === true;
    const here = this.#fromHere(text);
    return { status, headers: answered, body: isJson ? JSON.parse(here) : here };
  }

  /** @throws Error unless the request succeeds */
  async done(request: Request): Promise<unknown> {
    const { status, body } = await this.send(request);
    if (status !== 200)
      throw new Error(`${request.method} ${request.path}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** @returns the id of the created record */
  async make(path: string, body: object): Promise<number> {
    return idIn(await this.done({ method: 'POST', path, body }));
  }

  #toHere(text: string): string {
    return ELSEWHERE.reduce((before, [host, name]) => {
      const here = `http://${name}:${this.#port}`;
      return before.replaceAll(host, here).replaceAll(encodeURIComponent(host), encodeURIComponent(here));
    }, text);
  }

  #fromHere(text: string): string {
    return ELSEWHERE.reduce(
      (before, [host, name]) => before.replaceAll(`http://${name}:${this.#port}`, host),
      text,
    );
  }

  async stop(): Promise<void> {
    await this.#stack.stop();
    this.#elsewhere.close();
  }
}

function readPort(server: Server): number {
  return (server.address() as AddressInfo).port;
}

export function idIn(body: unknown): number {
  return v.parse(v.object({ id: v.number() }), body).id;
}
