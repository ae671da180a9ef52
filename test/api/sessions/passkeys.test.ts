import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { callOf, enrol, makeEnrolled, signInWith } from '../../support/resources/passkeys.ts';
import { ok } from '../../support/resources/posts.ts';
import { makeAccount, openSession, signIn } from '../../support/resources/sessions.ts';
import { allItems } from '../../support/table/table.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';
import { Authenticator, type Deviation } from '../../../infra/dev/openapi/authenticator.ts';

const api = useApi();
const REFUSED = 'The passkey is not known here, or its request has expired: try again';
const NOT_MADE = 'credential: was not made for this request, or too late';
const TOO_OLD = 'This needs a sign-in of the last ten minutes: sign in again';
const NEEDS_FACTOR =
  'This account signs in with its passkey, or with the password and an unused recovery code';

let enrolled: Awaited<ReturnType<typeof makeEnrolled>>;

beforeAll(async () => {
  enrolled = await makeEnrolled(api);
});
afterEach(restoreClock);

function newAuthenticator(): Authenticator {
  return new Authenticator(new URL(api.stack.url).origin);
}

/** The requests of a page with a session of a new author. */
async function openOne() {
  return await openSession(api, (await makeAccount(api, { password: null })).id);
}

describe('POST /api/1.3/passkeys', () => {
  it('enrols what the browser made for the options, which name the author and what is enrolled', async () => {
    stopClock();
    const account = await makeAccount(api);
    const call = await openSession(api, account.id);
    const options = await ok(api.post('/passkeys/options', {}, call));
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rp: { id: '127.0.0.1', name: 'Broadsheet' },
      user: {
        id: Buffer.from(String(account.id)).toString('base64url'),
        name: account.email,
        displayName: expect.stringMatching(/^Grace Hall/),
      },
      pubKeyCredParams: [-8, -7, -257].map(alg => ({ type: 'public-key', alg })),
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    });
    const authenticator = newAuthenticator();
    const credential = authenticator.enrol(options);
    const passkey = await ok(api.post('/passkeys', { name: 'Phone', credential }, call));
    expect(passkey).toEqual({
      id: expect.any(Number),
      name: 'Phone',
      host: '127.0.0.1',
      created_ts: nowTs(),
      last_used_ts: null,
    });
    expect(await ok(api.get('/passkeys', call))).toEqual([passkey]);
    expect((await ok(api.post('/passkeys/options', {}, call))).excludeCredentials).toEqual([
      { type: 'public-key', id: authenticator.id.toString('base64url'), transports: ['internal'] },
    ]);
    // Neither again nor with a used challenge.
    expectRefused(
      await api.post('/passkeys', { name: 'Again', credential }, call),
      409,
      'conflict',
      'credential: it is enrolled already',
    );
  });

  it.each<[string, Deviation]>([
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['a sign-in', { type: 'webauthn.get' }],
    ['a person who was not verified', { isVerified: false }],
  ])('returns 400 for what was made for %s', async (_case, deviation) => {
    const { call } = enrolled;
    const credential = newAuthenticator().enrol(await ok(api.post('/passkeys/options', {}, call)), deviation);
    const refused = await api.post('/passkeys', { name: 'Phone', credential }, call);
    expectRefused(refused, 400, 'invalid_input', NOT_MADE);
  });

  it('returns 400 for a challenge that was given to another author, used, or is too old', async () => {
    stopClock();
    const [own, other] = [await openOne(), await openOne()];
    const send = async (credential: object) =>
      await api.post('/passkeys', { name: 'Phone', credential }, own);
    const foreign = newAuthenticator().enrol(await ok(api.post('/passkeys/options', {}, other)));
    expectRefused(await send(foreign), 400, 'invalid_input', NOT_MADE);
    const options = await ok(api.post('/passkeys/options', {}, own));
    expect((await send(newAuthenticator().enrol(options))).status).toBe(200);
    expectRefused(await send(newAuthenticator().enrol(options)), 400, 'invalid_input', NOT_MADE);
    const late = newAuthenticator().enrol(await ok(api.post('/passkeys/options', {}, own)));
    advanceClock(300);
    expectRefused(await send(late), 400, 'invalid_input', NOT_MADE);
  });

  it('returns 403 for a key, for an old sign-in, and for a password where there is a passkey', async () => {
    const { call } = await makeEnrolled(api);
    const { key } = await api.makeKey('Editor');
    const message = 'Passkeys and recovery codes are changed in their author’s session only';
    expectRefused(await api.post('/passkeys/options', {}, { key }), 403, 'forbidden', message);
    expectRefused(await api.post('/recovery_codes', {}, { key }), 403, 'forbidden', message);
    const narrowed = await api.makeKey('Editor', { permissions: ['read'] });
    expectRefused(
      await api.get('/passkeys', narrowed),
      403,
      'forbidden',
      'A narrowed key has no access to passkeys',
    );

    const { id } = await makeAccount(api, { password: null });
    const [first, second] = [await openSession(api, id), await openSession(api, id)];
    await enrol(api, first);
    const proof = 'Sign in with a passkey or a recovery code to change them';
    expectRefused(await api.post('/passkeys/options', {}, second), 403, 'forbidden', proof);
    expect((await api.post('/passkeys/options', {}, first)).status).toBe(200);

    advanceClock(601);
    for (const path of ['/passkeys/options', '/recovery_codes'])
      expectRefused(await api.post(path, {}, call), 403, 'sign_in_too_old', TOO_OLD);
  });
});

describe('POST /api/1.3/sessions/passkey', () => {
  it('begins a session of the author whose passkey signed, and shows its use', async () => {
    stopClock();
    const { account, authenticator, passkey } = await makeEnrolled(api);
    const options = await ok(api.post('/sessions/passkey/options', {}, { key: null }));
    expect(options).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: '127.0.0.1',
      timeout: 300_000,
      userVerification: 'required',
    });
    const reply = await api.post(
      '/sessions/passkey',
      { credential: authenticator.signIn(options) },
      { key: null },
    );
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ author_id: account.id, method: 'passkey', is_current: true });
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-session=[\w.]+; Max-Age=2592000; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const call = callOf(api, reply);
    expect(await ok(api.get('/passkeys', call))).toEqual([{ ...passkey, last_used_ts: nowTs() }]);
    expect((await ok(api.get('/me', call))).author.id).toBe(account.id);
  });

  it.each<[string, Deviation]>([
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['an enrolment', { type: 'webauthn.create' }],
    ['a person who was not verified', { isVerified: false }],
    ['an earlier state of the authenticator', { counter: 1 }],
    ['another author', { userHandle: Buffer.from('1').toString('base64url') }],
    ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ])('refuses a signature of %s with the same answer', async (_case, deviation) => {
    const { authenticator } = enrolled;
    expect((await signInWith(api, authenticator)).status).toBe(200);
    const refused = await signInWith(api, authenticator, deviation);
    expectRefused(refused, 401, 'passkey_refused', REFUSED);
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  it('refuses a passkey that was removed, is not enrolled, or of an author who is not active', async () => {
    const { account, authenticator, passkey, call } = await makeEnrolled(api);
    const stranger = newAuthenticator();
    stranger.userHandle = authenticator.userHandle;
    expectRefused(await signInWith(api, stranger), 401, 'passkey_refused', REFUSED);
    const edit = (status: string) =>
      ok(api.put(`/api/1.1/authors/${account.id}`, { first_name: 'A', last_name: 'B', status }));
    await edit('banned');
    expectRefused(await signInWith(api, authenticator), 401, 'passkey_refused', REFUSED);
    await edit('active');
    expect((await signInWith(api, authenticator)).status).toBe(200);
    expect((await api.delete(`/passkeys/${passkey.id}`, call)).status).toBe(200);
    expectRefused(await signInWith(api, authenticator), 401, 'passkey_refused', REFUSED);
  });

  it('accepts a challenge once, within five minutes, and none of an enrolment', async () => {
    stopClock();
    const { authenticator, call } = await makeEnrolled(api);
    const send = (credential: object) => api.post('/sessions/passkey', { credential }, { key: null });
    const options = await ok(api.post('/sessions/passkey/options', {}, { key: null }));
    const credential = authenticator.signIn(options);
    expect((await send(credential)).status).toBe(200);
    expectRefused(await send(credential), 401, 'passkey_refused', REFUSED);
    expectRefused(await send(authenticator.signIn(options)), 401, 'passkey_refused', REFUSED);
    const enrolment = await ok(api.post('/passkeys/options', {}, call));
    expectRefused(await send(authenticator.signIn(enrolment)), 401, 'passkey_refused', REFUSED);
    const late = authenticator.signIn(await ok(api.post('/sessions/passkey/options', {}, { key: null })));
    advanceClock(300);
    expectRefused(await send(late), 401, 'passkey_refused', REFUSED);
  });

  it('begins one session when a signature is sent twice at once', async () => {
    const { authenticator } = enrolled;
    const options = await ok(api.post('/sessions/passkey/options', {}, { key: null }));
    const credential = authenticator.signIn(options);
    const replies = await Promise.all(
      [1, 2, 3].map(() => api.post('/sessions/passkey', { credential }, { key: null })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('is refused for a page of another origin', async () => {
    const { authenticator } = enrolled;
    const options = await ok(api.post('/sessions/passkey/options', {}, { key: null }));
    const credential = authenticator.signIn(options);
    const headers = { origin: 'https://evil.example' };
    const refused = await api.post('/sessions/passkey', { credential }, { key: null, headers });
    expectRefused(refused, 403, 'forbidden', 'Sessions work only for pages of this host');
  });
});

describe('POST /api/1.3/sessions of an author with a passkey', () => {
  it('asks for the passkey or a recovery code, only when the password is right', async () => {
    const { account } = await makeEnrolled(api, { withPassword: true });
    const refused = await signIn(api, account);
    expectRefused(refused, 401, 'second_factor_required', NEEDS_FACTOR);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expectRefused(await signIn(api, { ...account, password: 'wrong' }), 401, 'sign_in_refused');
  });

  it('accepts each recovery code once, however it is typed, and none of those before', async () => {
    const { account, call } = await makeEnrolled(api, { withPassword: true });
    const before: string[] = (await ok(api.post('/recovery_codes', {}, call))).codes;
    const { codes } = await ok(api.post('/recovery_codes', {}, call));
    expect(codes).toHaveLength(10);
    expect(new Set([...before, ...codes]).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    const send = (recovery_code: string) =>
      api.post('/sessions', { ...account, recovery_code }, { key: null });

    expectRefused(await send(before[0]!), 401, 'second_factor_required', NEEDS_FACTOR);
    const reply = await send(` ${codes[0].toUpperCase().replaceAll('-', ' ')} `);
    expect(reply.body).toMatchObject({ method: 'recovery_code', author_id: account.id });
    expectRefused(await send(codes[0]), 401, 'second_factor_required', NEEDS_FACTOR);
    expect((await Promise.all([send(codes[1]), send(codes[1])])).map(answer => answer.status).sort()).toEqual(
      [200, 401],
    );
    // It replaces the lost passkey.
    await enrol(api, callOf(api, reply), 'New phone');
    const stored = JSON.stringify(await allItems());
    for (const code of codes) expect(stored).not.toContain(code);
  });

  it('counts wrong recovery codes as it counts wrong passwords', async () => {
    stopClock();
    const { account } = await makeEnrolled(api, { withPassword: true });
    const statuses: number[] = [];
    for (let times = 0; times < 7; times++)
      statuses.push(
        (await api.post('/sessions', { ...account, recovery_code: 'wrong' }, { key: null })).status,
      );
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(statuses.at(-1)).toBe(429);
  });

  it('needs nothing but the password again after the last passkey is removed, with its codes', async () => {
    const { account, call, passkey } = await makeEnrolled(api, { withPassword: true });
    await ok(api.post('/recovery_codes', {}, call));
    const second = await enrol(api, call, 'Key');
    await ok(api.delete(`/passkeys/${passkey.id}`, call));
    expectRefused(await api.delete(`/passkeys/${passkey.id}`, call), 404, 'not_found');
    expectRefused(await signIn(api, account), 401, 'second_factor_required', NEEDS_FACTOR);
    await ok(api.delete(`/passkeys/${second.passkey.id}`, call));
    expect((await signIn(api, account)).status).toBe(200);
    expectRefused(
      await api.post('/recovery_codes', {}, call),
      409,
      'conflict',
      'Recovery codes replace a passkey: enrol one first',
    );
  });
});

it('twenty passkeys are enough', async () => {
  const { call } = await makeEnrolled(api);
  for (let number = 2; number <= 20; number++) await enrol(api, call, `Key ${number}`);
  const options = await ok(api.post('/passkeys/options', {}, call));
  const credential = newAuthenticator().enrol(options);
  expectRefused(
    await api.post('/passkeys', { name: 'More', credential }, call),
    409,
    'conflict',
    'An author has at most 20 passkeys',
  );
});
