import { afterEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { EVERYWHERE_S, useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeEnrolled } from '../../support/resources/passkeys.ts';
import { ok } from '../../support/resources/posts.ts';
import {
  beginSession,
  cookieIn,
  invite,
  makeAccount,
  ownPage,
  signIn,
} from '../../support/resources/sessions.ts';
import { Webhooks } from '../../support/resources/webhooks.ts';
import { allItems } from '../../support/table/table.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';

const api = useApi();
const hooks = new Webhooks(api);
const PASSWORD = 'ten years for a bridge';
const ENDED = 'This link was used, has expired, or is not for this email: ask for a new one';

afterEach(restoreClock);

function accept(token: string, email: string, fields: object = {}) {
  return api.post('/invitations', { token, email, password: PASSWORD, ...fields }, { key: null });
}

async function expectEnded(token: string, email: string): Promise<void> {
  const refused = await accept(token, email);
  expectRefused(refused, 410, 'invitation_ended', ENDED);
  expect(refused.headers.getSetCookie()).toEqual([]);
}

function edit(id: number, fields: object) {
  return ok(api.put(`/api/1.1/authors/${id}`, { first_name: 'A', last_name: 'B', ...fields }));
}

describe('POST /api/1.3/authors/{id}/invitations', () => {
  it('returns a link to the sign-in page with the secret in its fragment, and stores its hash only', async () => {
    stopClock();
    const { id } = await makeAccount(api, { email: 'Ada+1@example.org' });
    const { status, body, headers } = await api.post(`/authors/${id}/invitations`, {});

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      author_id: id,
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      link: `${api.stack.url}/sign-in/#invite=${body.token}&email=Ada%2B1%40example.org`,
      expires_ts: nowTs() + 3 * 86_400,
    });
    expect(JSON.stringify(await allItems())).not.toContain(body.token);
  });

  it('shows the link once, also under an Idempotency-Key', async () => {
    const { id } = await makeAccount(api);
    const send = () =>
      api.post(`/authors/${id}/invitations`, {}, { headers: { 'idempotency-key': `invite ${id}` } });
    const [first, second] = [await ok(send()), await ok(send())];

    expect(second).toEqual({ ...first, token: null, link: null });
  });

  it('returns 404 for an unknown author, and 409 for one who can’t sign in', async () => {
    const path = (id: number) => `/authors/${id}/invitations`;
    const banned = await makeAccount(api, { status: 'banned' });
    const nameless = await makeAccount(api, { email: null });

    expectRefused(await api.post(path(12), {}), 404, 'not_found', 'There is no author with the id 12');
    expectRefused(await api.post(path(banned.id), {}), 409, 'conflict', 'The author is banned');
    expectRefused(
      await api.post(path(nameless.id), {}),
      409,
      'conflict',
      'The author has no email, with which people sign in',
    );
  });

  it('returns 403 to others than administrators, and to a session that is ten minutes old', async () => {
    stopClock();
    const { id } = await makeAccount(api);
    const path = `/authors/${id}/invitations`;
    const { key } = await api.makeKey('Editor');
    expectRefused(await api.post(path, {}, { key }), 403, 'forbidden', 'This needs the permission admin');
    const { call } = await beginSession(api, await makeAccount(api, { role: 'Administrator' }));
    await ok(api.post(path, {}, call));
    advanceClock(600);
    expectRefused(await api.post(path, {}, call), 403, 'sign_in_too_old');
  });

  it('reports it to webhooks instead of showing a link with notify, and is 409 when none receives it', async () => {
    const { id } = await makeAccount(api);
    const send = () => api.post(`/authors/${id}/invitations`, { notify: true });
    expectRefused(await send(), 409, 'conflict', 'No active webhook has the action site_change');
    await hooks.make({ actions: ['site_change'] });
    const answer = await ok(send());
    const [received] = await hooks.received(1);

    expect(answer).toEqual({ author_id: id, token: null, link: null, expires_ts: null });
    expect(received!.body).toMatchObject({ change: { resource: 'author', id, type: 'invite' } });
  });
});

describe('POST /api/1.3/invitations', () => {
  it('sets the password, begins a session and ends all others, once', async () => {
    const account = await makeAccount(api);
    const { call: earlier } = await beginSession(api, account);
    const [first, second] = [await invite(api, account.id), await invite(api, account.id)];
    const reply = await accept(first.token, account.email.toUpperCase());

    expect([reply.status, reply.body.session.author_id]).toEqual([200, account.id]);
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-session=.*; Path=\/; Secure; HttpOnly; SameSite=Strict$/),
    ]);
    const call = { key: null, headers: { ...ownPage(api), cookie: cookieIn(reply) } };
    advanceClock(EVERYWHERE_S);
    expect((await api.get('/me', call)).status).toBe(200);
    expectRefused(await api.get('/me', earlier), 401, 'session_ended');
    expectRefused(await signIn(api, account), 401, 'sign_in_refused');
    expect((await signIn(api, { ...account, password: PASSWORD })).status).toBe(200);
    await expectEnded(first.token, account.email);
    await expectEnded(second.token, account.email);
  });

  it('lets an author without a password sign in for the first time', async () => {
    const account = await makeAccount(api, { password: null });
    const { token } = await invite(api, account.id);

    expect((await accept(token, account.email)).status).toBe(200);
  });

  it('begins no session of an author with a passkey, who signs in with it', async () => {
    const { account, call } = await makeEnrolled(api);
    const { token } = await invite(api, account.id);
    const reply = await accept(token, account.email);

    expect([reply.status, reply.body, reply.headers.getSetCookie()]).toEqual([200, { session: null }, []]);
    advanceClock(EVERYWHERE_S);
    expectRefused(await api.get('/me', call), 401, 'session_ended');
    const alone = await signIn(api, { ...account, password: PASSWORD });
    expectRefused(alone, 401, 'second_factor_required');
  });

  it('an invitation is refused after three days', async () => {
    stopClock();
    const { id, email } = await makeAccount(api);
    const { token } = await invite(api, id);
    advanceClock(3 * 86_400);
    await expectEnded(token, email);
  });

  it.each([
    ['another password', { password: 'eleven years for a bridge' }],
    ['another email', { email: 'moved@example.org' }],
    ['the status banned', { status: 'banned' }],
  ])('is refused when its author has %s by now', async (_case, fields) => {
    const { id, email } = await makeAccount(api);
    const { token } = await invite(api, id);
    await edit(id, fields);

    await expectEnded(token, email);
  });

  it('is refused for an unknown token, and for the email of another author', async () => {
    const [one, other] = [await makeAccount(api), await makeAccount(api)];
    const { token } = await invite(api, one.id);

    await expectEnded('0'.repeat(64), one.email);
    await expectEnded(token, other.email);
    expect((await accept(token, one.email)).status).toBe(200);
  });

  it('only says whether it still works without a password', async () => {
    const { id, email } = await makeAccount(api);
    const { token } = await invite(api, id);
    const looked = await accept(token, email, { password: null });

    expect(await ok(Promise.resolve(looked))).toEqual({ session: null });
    expect(looked.headers.getSetCookie()).toEqual([]);
    expect((await signIn(api, { email, password: PASSWORD })).status).not.toBe(200);
    expect((await ok(accept(token, email))).session).not.toBeNull();
    expectRefused(await accept(token, email, { password: null }), 410, 'invitation_ended', ENDED);
    expectRefused(
      await accept(token, email, { password: undefined }),
      400,
      'invalid_input',
      'password: is required',
    );
  });

  it('is accepted by one of several simultaneous requests', async () => {
    const { id, email } = await makeAccount(api);
    const tokens = [await invite(api, id), await invite(api, id)].map(({ token }) => token);
    const replies = await Promise.all([...tokens, ...tokens].map(token => accept(token, email)));

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
  });

  it('is refused for pages of other origins, and for a password that is too short', async () => {
    const { id, email } = await makeAccount(api);
    const { token } = await invite(api, id);
    const foreign = await api.post(
      '/invitations',
      { token, email, password: PASSWORD },
      { key: null, headers: { origin: 'https://evil.example' } },
    );
    expectRefused(foreign, 403, 'forbidden', 'Sessions work only for pages of this host');
    expectRefused(
      await accept(token, email, { password: 'short' }),
      400,
      'invalid_input',
      'password: must have at least 8 characters',
    );
  });
});
