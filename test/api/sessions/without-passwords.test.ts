import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IdentityProvider } from '../../../infra/dev/openapi/identity-provider.ts';
import { SYSTEM } from '../../../shared/people/keys/first-admin.ts';
import { invitationKey } from '../../../shared/people/invitations/record.ts';
import { hashKey } from '../../../shared/people/keys/record.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { putItem } from '../../../shared/platform/store/put.ts';
import { inviteAuthor } from '../../../shared/people/invitations/invite.ts';
import { as } from '../../support/api/calls.ts';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { callOf, enrol } from '../../support/resources/passkeys.ts';
import { ok } from '../../support/resources/posts.ts';
import { makeAccount, openSession, signIn } from '../../support/resources/sessions.ts';
import { byProvider, signInAt, startProvider } from '../../support/resources/single-sign-on.ts';

const NO_PASSWORDS = 'This site has no passwords: sign in by single sign-on or with a passkey';

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startProvider();
});
const api = useApi(() => ({
  signIn: {
    passwords: false,
    secondFactor: 'publishers',
    singleSignOn: byProvider(provider.issuer, { isSecondFactor: true }),
  },
}));
afterAll(async () => {
  await provider.stop();
});

let account: Awaited<ReturnType<typeof makeAccount>>;
beforeEach(async () => {
  account = await makeAccount(api, { role: 'Editor', password: null });
  provider.person = { email: account.email, email_verified: true };
});

describe('a site that forbids passwords', () => {
  it('refuses to sign in with a password, alike with a right and a wrong one', async () => {
    expectRefused(await signIn(api, account), 403, 'forbidden', NO_PASSWORDS);
    expectRefused(
      await signIn(api, { ...account, email: 'stranger@example.org' }),
      403,
      'forbidden',
      NO_PASSWORDS,
    );
  });

  it('refuses a password of a new and of an existing author', async () => {
    const fault = 'password: this site has no passwords';
    const names = { first_name: 'Grace', last_name: 'Hall', password: 'nine years for a bridge' };

    expectRefused(await api.post('/api/1.1/authors', names), 400, 'invalid_input', fault);
    expectRefused(await api.put(`/api/1.1/authors/${account.id}`, names), 400, 'invalid_input', fault);
  });

  it('refuses invitations to choose one, and those that were made before', async () => {
    expectRefused(await api.post(`/authors/${account.id}/invitations`, {}), 403, 'forbidden', NO_PASSWORDS);
    expectRefused(
      await api.post(`/authors/${account.id}/invitations`, { notify: true }),
      403,
      'forbidden',
      NO_PASSWORDS,
    );
    const { id: author_id, email, password } = account;
    const invitation = { author_id, email, password_changes: 0, expires: nowTs() + 1000 };
    await as('the test', () => putItem({ ...invitationKey(hashKey('token')), ...invitation }));
    const accepted = await api.post('/invitations', { token: 'token', email, password }, { key: null });
    expectRefused(accepted, 403, 'forbidden', NO_PASSWORDS);
  });

  it('lets in who was invited by the command line', async () => {
    const { token, email } = await as('the test', () =>
      inviteAuthor(account.id, SYSTEM, { isByCommand: true }),
    );
    const accepted = await api.post(
      '/invitations',
      { token, email, password: account.password },
      { key: null },
    );

    expect(accepted.body).toMatchObject({ session: { author_id: account.id } });
    expectRefused(await signIn(api, account), 403, 'forbidden', NO_PASSWORDS);
  });

  it('signs in by single sign-on', async () => {
    expect((await signInAt(api, provider)).body).toMatchObject({ author_id: account.id });
  });
});

describe('a site where single sign-on counts as a second factor', () => {
  it('demands no passkey of a role that publishes', async () => {
    const reply = await signInAt(api, provider);

    expect(await ok(api.get('/me', callOf(api, reply)))).toMatchObject({ role: 'Editor' });
  });

  it('signs in an author with a passkey, who may change passkeys then', async () => {
    await enrol(api, await openSession(api, account.id));
    const reply = await signInAt(api, provider);

    expect(await enrol(api, callOf(api, reply), 'Laptop')).toMatchObject({ passkey: { name: 'Laptop' } });
    expect(await ok(api.get('/passkeys', callOf(api, reply)))).toHaveLength(2);
  });
});
