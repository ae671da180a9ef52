import { CLIENT, IdentityProvider, type Deviation } from '../../../infra/dev/openapi/identity-provider.ts';
import { exemptForLocalUse } from '../../../shared/platform/http/guarded/target.ts';
import { configureSite, parseSite, site } from '../../../shared/platform/site/site.ts';
import type { Api, Reply } from '../api/client.ts';
import { ok } from './posts.ts';
import { cookieIn, makeAccount, ownPage } from './sessions.ts';

/** As the test of grants names it too. */
const SECRET_NAME = 'sign-in';

/** Lets the service call a provider on this machine, as the client whose secret it reads. */
export function admitProvider(issuer: string, secret = CLIENT.secret): void {
  exemptForLocalUse(new URL(issuer).host);
  process.env.SECRETS = JSON.stringify({ [SECRET_NAME]: secret });
}

/** Starts a provider whose person has a verified email. */
export async function startProvider(): Promise<IdentityProvider> {
  const provider = await IdentityProvider.start();
  admitProvider(provider.issuer);
  return provider;
}

/** The setting of a site that signs in by the provider. */
export function byProvider(issuer: string, more: object = {}) {
  return { issuer, clientId: CLIENT.id, secret: { secretName: SECRET_NAME }, ...more };
}

/** @returns the address of the provider, and the cookie of the browser */
export async function begin(api: Api): Promise<{ url: string; cookie: string }> {
  const reply = await api.post('/sessions/single_sign_on/options', {}, { key: null, headers: ownPage(api) });
  return { url: (await ok(Promise.resolve(reply))).url, cookie: cookieIn(reply) };
}

/** Sends what the provider's page returned, as the page of a browser with this cookie does. */
export function finish(api: Api, returned: object, cookie: string): Promise<Reply> {
  const headers = { ...ownPage(api), ...(cookie !== '' && { cookie }) };
  return api.post('/sessions/single_sign_on', returned, { key: null, headers });
}

/** Signs in at the provider. */
export async function signInAt(
  api: Api,
  provider: IdentityProvider,
  deviation: Deviation = {},
): Promise<Reply> {
  const { url, cookie } = await begin(api);
  return await finish(api, provider.signIn(url, deviation), cookie);
}

let shared: Promise<IdentityProvider> | undefined;

/** For tests of all requests: the site signs in by a provider from now on, at which a new author may sign in. @returns the provider */
export async function useProvider(api: Api, more: object = {}): Promise<IdentityProvider> {
  const provider = await (shared ??= startProvider());
  const { singleSignOn } = parseSite({ signIn: { singleSignOn: byProvider(provider.issuer, more) } }).signIn;
  configureSite({ ...site(), signIn: { ...site().signIn, singleSignOn } });
  const { email } = await makeAccount(api);
  provider.person = { email, email_verified: true };
  return provider;
}
