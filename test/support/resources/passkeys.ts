import type { Api, Call, Reply } from '../api/client.ts';
import { Authenticator, type Deviation } from '../../../infra/dev/openapi/authenticator.ts';
import { ok } from './posts.ts';
import { cookieIn, makeAccount, openSession, ownPage } from './sessions.ts';

/** Makes a passkey on a page with a session. */
export async function enrol(api: Api, call: Call, name = 'Phone') {
  const authenticator = new Authenticator(new URL(api.stack.url).origin);
  const options = await ok(api.post('/passkeys/options', {}, call));
  const passkey = await ok(api.post('/passkeys', { name, credential: authenticator.enrol(options) }, call));
  return { authenticator, passkey };
}

/** An author whose session has enrolled a passkey; with a password where one is asked for. */
export async function makeEnrolled(api: Api, { withPassword = false } = {}) {
  const account = await makeAccount(api, withPassword ? {} : { password: null });
  const call = await openSession(api, account.id);
  return { account, call, ...(await enrol(api, call)) };
}

export async function signInWith(
  api: Api,
  authenticator: Authenticator,
  deviation: Deviation = {},
): Promise<Reply> {
  const options = await ok(api.post('/sessions/passkey/options', {}, { key: null }));
  const credential = authenticator.signIn(options, deviation);
  return await api.post('/sessions/passkey', { credential }, { key: null });
}

/** The requests of a page whose sign-in was answered so. */
export function callOf(api: Api, reply: Reply): { key: null; headers: Record<string, string> } {
  return { key: null, headers: { ...ownPage(api), cookie: cookieIn(reply) } };
}
