import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

interface Client {
  id: string;
  secret: string;
  redirectUri: string;
}

/** A certified provider of OpenID Connect (oidc-provider) on this machine, whose page signs in at once. */
export class RealProvider {
  readonly #server = createServer((request, response) => this.#answer(request, response));
  #answer: RequestListener = (_request, response) => void response.writeHead(503).end();
  /** The claims of the person who signs in. */
  person: Record<string, unknown> = {};

  static async start(): Promise<RealProvider> {
    const provider = new RealProvider();
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Admits a client, once its own address is known. */
  admit({ id, secret, redirectUri }: Client): void {
    const provider = new Provider(this.issuer, {
      clients: [{ client_id: id, client_secret: secret, redirect_uris: [redirectUri] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
      cookies: { keys: ['of this test'] },
      features: { devInteractions: { enabled: false } },
      findAccount: (_context, accountId) => ({
        accountId,
        claims: () => Promise.resolve({ sub: accountId, ...this.person }),
      }),
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      // The person agrees to everything.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          accountId: oidc.session!.accountId!,
          clientId: oidc.client!.clientId,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    const answer = provider.callback();
    this.#answer = (request, response) => {
      if (request.url?.startsWith('/interaction/'))
        void provider.interactionFinished(request, response, { login: { accountId: 'person' } });
      else void answer(request, response);
    };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Follows redirects as a browser does, with cookies, up to the page of another host. @returns its address */
export async function followTo(host: string, address: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(address);
  for (let hops = 0; url.host !== host; hops++) {
    if (hops > 10) throw new Error(`${address} leads to ${url.href}`);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${url.href}: ${response.status} ${await response.text()}`);
    url = new URL(location, url);
  }
  return url;
}
