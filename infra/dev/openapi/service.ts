import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { exemptForLocalUse } from '../../../shared/platform/http/guarded/target.ts';
import { setMissingVariables } from '../../core/environment.ts';
import type { Authenticator } from './authenticator.ts';
import { CLIENT, IdentityProvider } from './identity-provider.ts';
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
  /** Sent by the session of `Trial.person` instead of the key. */
  bySession?: boolean;
}

/** A person who is signed in. */
export interface Person {
  /** The session's cookie, as a browser sends it. */
  cookie: string;
  authenticator: Authenticator;
}

const KEY = 'a-key-for-trying-examples'.padEnd(64, '-');

/** The site of the examples. */
const SITE = {
  siteTitle: 'The Courier',
  baseUrl: 'https://www.example.com',
  mediaBaseUrl: 'https://media.example.com',
};

const SECRET_NAME = 'sign-in';

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
  readonly key = KEY;
  /** The person who signed in last. */
  person: Person | undefined;
  readonly #stack: Stack;
  readonly #elsewhere: Server;
  readonly #port: number;
  readonly provider: IdentityProvider;

  constructor(stack: Stack, elsewhere: Server, provider: IdentityProvider) {
    this.#stack = stack;
    this.provider = provider;
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
    const provider = await IdentityProvider.start();
    exemptForLocalUse(new URL(provider.issuer).host);
    setMissingVariables({ SECRETS: JSON.stringify({ [SECRET_NAME]: CLIENT.secret }) });
    const singleSignOn = {
      issuer: provider.issuer,
      clientId: CLIENT.id,
      secret: { secretName: SECRET_NAME },
    };
    const site = { ...SITE, signIn: { singleSignOn } };
    return new Trial(await startStack({ adminKey: KEY, site }), elsewhere, provider);
  }

  /** The origin of the service's pages. */
  get origin(): string {
    return new URL(this.#stack.url).origin;
  }

  async send({ method, path, headers = {}, body, form, bySession }: Request): Promise<Reply> {
    const sent = form ?? (body === undefined ? undefined : this.toHere(JSON.stringify(body)));
    const response = await fetch(new URL(this.toHere(path), this.#stack.url), {
      method,
      headers: {
        ...(bySession ? this.#pageHeaders() : { authorization: `Bearer ${KEY}` }),
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

  #pageHeaders(): Record<string, string> {
    return { cookie: this.person?.cookie ?? '', origin: this.origin, 'x-requested-with': 'page' };
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

  /** Leads addresses of the examples to this machine. */
  toHere(text: string): string {
    return ELSEWHERE.reduce((before, [host, name]) => {
      const here = `http://${name}:${this.#port}`;
      return before.replaceAll(host, here).replaceAll(encodeURIComponent(host), encodeURIComponent(here));
    }, text);
  }

  #fromHere(text: string): string {
    return ELSEWHERE.reduce(
      (before, [host, name]) => before.replaceAll(`http://${name}:${this.#port}`, host),
      text.replaceAll(this.provider.issuer, 'https://login.example'),
    );
  }

  async stop(): Promise<void> {
    await this.#stack.stop();
    await this.provider.stop();
    this.#elsewhere.close();
  }
}

function readPort(server: Server): number {
  return (server.address() as AddressInfo).port;
}

export function idIn(body: unknown): number {
  return v.parse(v.object({ id: v.number() }), body).id;
}
