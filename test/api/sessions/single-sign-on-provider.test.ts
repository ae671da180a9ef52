import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CLIENT } from '../../../infra/dev/openapi/identity-provider.ts';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { callOf } from '../../support/resources/passkeys.ts';
import { ok } from '../../support/resources/posts.ts';
import { makeAccount } from '../../support/resources/sessions.ts';
import { admitProvider, begin, byProvider, finish } from '../../support/resources/single-sign-on.ts';
import { followTo, RealProvider } from '../../support/web/oidc-provider.ts';

let provider: RealProvider;
beforeAll(async () => {
  provider = await RealProvider.start();
  admitProvider(provider.issuer);
});
const api = useApi(() => ({ signIn: { singleSignOn: byProvider(provider.issuer) } }));
beforeAll(() => {
  const redirectUri = `${new URL(api.stack.url).origin}/sign-in/`;
  provider.admit({ ...CLIENT, redirectUri });
});
afterAll(async () => {
  await provider.stop();
});

let account: Awaited<ReturnType<typeof makeAccount>>;
beforeEach(async () => {
  account = await makeAccount(api, { password: null });
  provider.person = { email: account.email, email_verified: true };
});

/** @returns what the provider's page sends to that of the service, and the cookie of the browser */
async function signInThere() {
  const { url, cookie } = await begin(api);
  const page = await followTo(new URL(api.stack.url).host, url);
  return { page, returned: Object.fromEntries(page.searchParams), cookie };
}

describe('single sign-on by oidc-provider', () => {
  it('signs in, and out', async () => {
    const { page, returned, cookie } = await signInThere();
    expect(page.pathname).toBe('/sign-in/');
    expect(Object.keys(returned).sort()).toEqual(['code', 'iss', 'state']);
    const reply = await finish(api, returned, cookie);
    expect(reply.body).toMatchObject({ author_id: account.id, method: 'single_sign_on' });
    const call = callOf(api, reply);
    await ok(api.delete(`/sessions/${reply.body.id}`, call));

    expectRefused(await api.get('/me', call), 401, 'session_ended');
  });

  it('refuses an unverified email', async () => {
    provider.person = { email: account.email, email_verified: false };
    const { returned, cookie } = await signInThere();

    expectRefused(await finish(api, returned, cookie), 403, 'single_sign_on_refused', /verified/);
  });

  it('refuses a code that was used in another sign-in', async () => {
    const [first, second] = [await signInThere(), await signInThere()];
    expect((await finish(api, first.returned, first.cookie)).status).toBe(200);
    const replayed = { ...second.returned, code: first.returned.code };

    expectRefused(
      await finish(api, replayed, second.cookie),
      403,
      'single_sign_on_refused',
      /does not count/,
    );
  });

  it('refuses an answer that names another issuer, or none', async () => {
    const { returned, cookie } = await signInThere();
    const { iss: _iss, ...others } = returned;

    for (const sent of [others, { ...returned, iss: 'https://attacker.example' }])
      expectRefused(await finish(api, sent, cookie), 403, 'single_sign_on_refused', /does not count/);
    expect((await finish(api, returned, cookie)).status).toBe(200);
  });
});
