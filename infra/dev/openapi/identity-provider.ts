import { createHash, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Claims = Readonly<Record<string, unknown>>;

/** What an attacker, or a provider that is wrongly set up, would send otherwise. */
export interface Deviation {
  /** Claims of the token; undefined removes one. */
  claims?: Claims;
  /** Claims of the user info, which is requested when the token lacks some. */
  info?: Claims;
  key?: KeyObject;
  algorithm?: string;
  /** The issuer in the address. */
  iss?: string | undefined;
}

interface Grant extends Deviation {
  nonce: string;
  codeChallenge: string;
  redirectUri: string;
}

export const CLIENT = { id: 'newsroom', secret: 'provider secret' };
const MINUTES_S = 600;

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A provider of OpenID Connect in memory, whose page signs in at once, and whose answers tests may spoil. */
export class IdentityProvider {
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.writeHead(500).end());
  });
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #grants = new Map<string, Grant>();
  /** The requests to it. */
  readonly asked: string[] = [];
  person: Claims = {};

  static async start(): Promise<IdentityProvider> {
    const provider = new IdentityProvider();
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    // A process that does not call `stop` can end nevertheless.
    provider.#server.unref();
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The person signs in on the page at this address. @returns what the page sends back with the browser */
  signIn(address: string, deviation: Deviation = {}): { code: string; state: string; iss?: string } {
    const { searchParams: asked } = new URL(address);
    const read = (name: string): string => asked.get(name) ?? '';
    const code = randomUUID();
    const grant = {
      nonce: read('nonce'),
      codeChallenge: read('code_challenge'),
      redirectUri: read('redirect_uri'),
    };
    this.#grants.set(code, { ...grant, ...deviation });
    const iss = 'iss' in deviation ? deviation.iss : this.issuer;
    return { code, state: read('state'), ...(iss !== undefined && { iss }) };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '', this.issuer);
    this.asked.push(pathname);
    if (pathname === '/authorize') {
      const back = this.signIn(`${this.issuer}${pathname}${search}`);
      const page = new URL(new URLSearchParams(search).get('redirect_uri') ?? '');
      for (const [name, value] of Object.entries(back)) page.searchParams.set(name, value);
      response.writeHead(303, { location: page.href }).end();
      return;
    }
    const [status, body] = await this.#find(pathname, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  async #find(path: string, request: IncomingMessage): Promise<[status: number, body: object]> {
    if (path === '/.well-known/openid-configuration') return [200, this.#describe()];
    if (path === '/jwks')
      return [200, { keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'key', use: 'sig' }] }];
    if (path === '/token') return this.#exchange(await text(request), request.headers.authorization);
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const grant = this.#grants.get(token);
    return path === '/userinfo' && grant
      ? [200, { sub: 'person', ...this.person, ...grant.info }]
      : [404, {}];
  }

  #describe() {
    const { issuer } = this;
    return {
      ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
      ...{ jwks_uri: `${issuer}/jwks`, userinfo_endpoint: `${issuer}/userinfo` },
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #exchange(form: string, authorization = ''): [status: number, body: object] {
    const sent = new URLSearchParams(form);
    const code = sent.get('code') ?? '';
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const credentials = `${encodeURIComponent(CLIENT.id)}:${encodeURIComponent(CLIENT.secret).replaceAll('%20', '+')}`;
    if (authorization !== `Basic ${Buffer.from(credentials).toString('base64')}`)
      return [401, { error: 'invalid_client' }];
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    if (grant?.codeChallenge !== challenge || grant.redirectUri !== sent.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }];
    const token = randomUUID();
    this.#grants.set(token, grant);
    return [200, { access_token: token, token_type: 'Bearer', id_token: this.#makeToken(grant) }];
  }

  #makeToken({ nonce, claims, key = this.#keys.privateKey, algorithm = 'ES256' }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, exp: now + MINUTES_S };
    const own = { iss: this.issuer, aud: CLIENT.id, sub: 'person', nonce, ...times };
    const content = `${encode({ alg: algorithm, kid: 'key' })}.${encode({ ...own, ...this.person, ...claims })}`;
    if (algorithm === 'none') return `${content}.`;
    const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
    return `${content}.${signature.toString('base64url')}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
