import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Deviation, IdentityProvider } from '../../../infra/dev/openapi/identity-provider.ts';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { callOf, enrol } from '../../support/resources/passkeys.ts';
import { ok } from '../../support/resources/posts.ts';
import { makeAccount, openSession, ownPage } from '../../support/resources/sessions.ts';
import {
  begin,
  byProvider,
  finish,
  signInAt,
  startProvider,
} from '../../support/resources/single-sign-on.ts';
import { allItems } from '../../support/table/table.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';

const STATE = 'This sign-in was begun in another browser, is finished already, or took too long: try again';
const INVALID = 'The identity provider’s answer does not count: try again';

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startProvider();
});
const api = useApi(() => ({
  signIn: { secondFactor: 'publishers', singleSignOn: byProvider(provider.issuer) },
}));
afterEach(restoreClock);
afterAll(async () => {
  await provider.stop();
});

let account: Awaited<ReturnType<typeof makeAccount>>;
beforeEach(async () => {
  account = await makeAccount(api, { role: 'Guest Writer', password: null });
  provider.person = { email: account.email, email_verified: true };
});

describe('POST /api/1.3/sessions/single_sign_on/options', () => {
  it('returns the address of the provider, with a state, a nonce and a challenge of their own each time', async () => {
    const [first, second] = [await begin(api), await begin(api)];
    const [one, other] = [new URL(first.url), new URL(second.url)];

    expect(one.origin + one.pathname).toBe(`${provider.issuer}/authorize`);
    expect(Object.fromEntries(one.searchParams)).toEqual({
      client_id: 'newsroom',
      response_type: 'code',
      redirect_uri: `${new URL(api.stack.url).origin}/sign-in/`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(one.searchParams.get(name)).not.toBe(other.searchParams.get(name));
  });

  it('sets a cookie that only this host gets, and that survives the way back from another site', async () => {
    const reply = await api.post('/sessions/single_sign_on/options', {}, { key: null });

    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-single-sign-on=[\w-]{43}; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
      ),
    ]);
  });

  it('stores neither the state nor the secret of the browser', async () => {
    const { url, cookie } = await begin(api);
    const stored = JSON.stringify(await allItems());

    expect(stored).not.toContain(new URL(url).searchParams.get('state'));
    expect(stored).not.toContain(cookie.split('=')[1]);
  });

  it('refuses the pages of other origins', async () => {
    const headers = { origin: 'https://attacker.example' };
    const path = '/sessions/single_sign_on/options';

    expectRefused(await api.post(path, {}, { key: null, headers }), 403, 'forbidden');
  });
});

describe('POST /api/1.3/sessions/single_sign_on', () => {
  it('begins a session of the author with the verified email, and ends the cookie of the way', async () => {
    const reply = await signInAt(api, provider);

    expect(reply.body).toMatchObject({ author_id: account.id, method: 'single_sign_on', is_current: true });
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=.*; Secure; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^__Host-single-sign-on=; Max-Age=0; .*SameSite=Lax$/),
    ]);
    expect(await ok(api.get('/me', callOf(api, reply)))).toMatchObject({ role: 'Guest Writer' });
  });

  it('ends the session at the sign-out', async () => {
    const reply = await signInAt(api, provider);
    const call = callOf(api, reply);
    await ok(api.delete(`/sessions/${reply.body.id}`, call));

    expectRefused(await api.get('/me', call), 401, 'session_ended');
  });

  it('compares emails as it does for uniqueness', async () => {
    const { id } = await makeAccount(api, { email: 'Straße@Example.net', password: null });
    provider.person = { email: 'STRASSE@example.NET', email_verified: true };

    expect((await signInAt(api, provider)).body).toMatchObject({ author_id: id });
  });

  it('asks the provider for an email that the token lacks', async () => {
    const info = provider.person;
    const claims = { email: undefined, email_verified: undefined };

    expect((await signInAt(api, provider, { claims, info })).body).toMatchObject({ author_id: account.id });
    expectRefused(
      await signInAt(api, provider, { claims, info: { ...info, sub: 'another' } }),
      403,
      'single_sign_on_refused',
      INVALID,
    );
  });

  const now = Math.floor(Date.now() / 1000);
  const FORGED: [string, Deviation][] = [
    ['another issuer', { claims: { iss: 'https://attacker.example' } }],
    ['another audience', { claims: { aud: 'another client' } }],
    ['another nonce', { claims: { nonce: 'of another sign-in' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an end in the past', { claims: { iat: now - 900, exp: now - 300 } }],
    ['the signature of another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['no signature', { algorithm: 'none' }],
  ];
  it.each(FORGED)('refuses a token with %s', async (_case, deviation) => {
    const refused = await signInAt(api, provider, deviation);

    expectRefused(refused, 403, 'single_sign_on_refused', INVALID);
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ['of another provider', 'https://attacker.example'],
    ['of none', undefined],
  ])('refuses an answer %s, to which its code is not sent', async (_case, iss) => {
    provider.asked.length = 0;

    expectRefused(await signInAt(api, provider, { iss }), 403, 'single_sign_on_refused', INVALID);
    expect(provider.asked).not.toContain('/token');
  });

  it.each([
    ['not verified', { email_verified: false }],
    ['said to be neither', { email_verified: undefined }],
    ['missing', { email: undefined }],
    ['not an email', { email: 'grace' }],
  ])('refuses an email that is %s', async (_case, claims) => {
    expectRefused(
      await signInAt(api, provider, { claims, info: claims }),
      403,
      'single_sign_on_refused',
      'The identity provider does not say that your email is verified',
    );
  });

  it('refuses an email that no author has', async () => {
    provider.person = { email: 'stranger@example.org', email_verified: true };

    expectRefused(
      await signInAt(api, provider),
      403,
      'single_sign_on_refused',
      'There is no author with your email on this site',
    );
  });

  it.each(['inactive', 'banned'])('refuses an author who is %s, and leaves the status', async status => {
    const path = `/api/1.1/authors/${account.id}`;
    await ok(api.put(path, { first_name: 'Grace', last_name: 'Hall', status }));

    const message = `Your account is ${status}`;
    expectRefused(await signInAt(api, provider), 403, 'single_sign_on_refused', message);
    expect(await ok(api.get(path))).toMatchObject({ status });
  });

  it('refuses a browser without the cookie, and one with that of another sign-in, before the provider is asked', async () => {
    const [mine, other] = [await begin(api), await begin(api)];
    const returned = provider.signIn(mine.url);
    provider.asked.length = 0;

    for (const cookie of ['', other.cookie, `__Host-single-sign-on=${returned.state}`])
      expectRefused(await finish(api, returned, cookie), 403, 'single_sign_on_refused', STATE);
    expect(provider.asked).toEqual([]);
    expect((await finish(api, returned, mine.cookie)).status).toBe(200);
  });

  it('refuses a state that is unknown, used or ten minutes old', async () => {
    stopClock();
    const { url, cookie } = await begin(api);
    const late = await begin(api);
    const returned = provider.signIn(url);
    const unknown = { ...returned, state: 'a'.repeat(43) };

    expectRefused(await finish(api, unknown, cookie), 403, 'single_sign_on_refused', STATE);
    expect((await finish(api, returned, cookie)).status).toBe(200);
    expectRefused(await finish(api, returned, cookie), 403, 'single_sign_on_refused', STATE);
    advanceClock(600);
    expectRefused(
      await finish(api, provider.signIn(late.url), late.cookie),
      403,
      'single_sign_on_refused',
      STATE,
    );
  });

  it('begins one session when an answer is sent twice at the same time', async () => {
    const { url, cookie } = await begin(api);
    const returned = provider.signIn(url);
    const replies = await Promise.all([finish(api, returned, cookie), finish(api, returned, cookie)]);

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('refuses a code that was used, or begun with another challenge', async () => {
    const [first, second] = [await begin(api), await begin(api)];
    const returned = provider.signIn(first.url);
    expect((await finish(api, returned, first.cookie)).status).toBe(200);
    const state = new URL(second.url).searchParams.get('state');
    const other = { ...provider.signIn(first.url), state };

    for (const code of [returned.code, other.code])
      expectRefused(
        await finish(api, { ...returned, state, code }, second.cookie),
        403,
        'single_sign_on_refused',
        INVALID,
      );
  });

  it('refuses the pages of other origins', async () => {
    const { url, cookie } = await begin(api);
    const headers = { ...ownPage(api), cookie, origin: 'https://attacker.example' };

    expectRefused(
      await api.post('/sessions/single_sign_on', provider.signIn(url), { key: null, headers }),
      403,
      'forbidden',
    );
  });

  it('makes a new secret whatever session is sent', async () => {
    const { url, cookie } = await begin(api);
    const planted = (await openSession(api, account.id)).headers.cookie;
    const reply = await finish(api, provider.signIn(url), `${cookie}; ${planted}`);

    expect(reply.status).toBe(200);
    expect(callOf(api, reply).headers.cookie).not.toBe(planted);
  });

  it('lets an author of whose role a passkey is demanded do nothing but enrol one', async () => {
    const { id, email } = await makeAccount(api, { role: 'Editor', password: null });
    provider.person = { email, email_verified: true };
    const call = callOf(api, await signInAt(api, provider));
    expectRefused(await api.get('/me', call), 403, 'enrolment_required');
    await enrol(api, call);

    expect(await ok(api.get('/me', call))).toMatchObject({ author: { id } });
  });

  it('refuses an author with a passkey, who signs in with it', async () => {
    await enrol(api, await openSession(api, account.id));

    expectRefused(await signInAt(api, provider), 401, 'second_factor_required');
  });

  it('logs why an answer does not count, without what is secret', async () => {
    vi.stubEnv('LOG_LEVEL', 'debug');
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const logs = [write, vi.spyOn(console, 'log').mockReturnValue()];
    const { url, cookie } = await begin(api);
    const returned = provider.signIn(url, { claims: { aud: 'another client' } });
    await finish(api, returned, cookie);
    const logged = JSON.stringify(logs.map(({ mock }) => mock.calls));
    vi.restoreAllMocks();
    vi.unstubAllEnvs();

    expect(logged).toContain('OAUTH_JWT_CLAIM_COMPARISON_FAILED');
    const secrets = [returned.code, returned.state, cookie.split('=')[1]!, account.email, 'provider secret'];
    for (const secret of secrets) expect(logged).not.toContain(secret);
  });

  it('records sign-ins and refusals, without what is secret', async () => {
    const { url, cookie } = await begin(api);
    const returned = provider.signIn(url);
    const reply = await finish(api, returned, cookie);
    await finish(api, returned, cookie);
    const audit = await ok(api.get('/audit', { query: { limit: 2 } }));

    expect(audit).toMatchObject([
      { action: 'author.sign_in_refused', actor: 'anonymous' },
      { action: 'session.create', actor: 'session', author_id: account.id, resource_id: reply.body.id },
    ]);
    for (const secret of [returned.code, returned.state, cookie.split('=')[1]!, account.email])
      expect(JSON.stringify(audit)).not.toContain(secret);
  });
});
