import { afterEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { useApi, type Reply } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { ok } from '../../support/resources/posts.ts';
import { beginSession, cookieIn, makeAccount, ownPage, signIn } from '../../support/resources/sessions.ts';
import { allItems } from '../../support/table/table.ts';
import { restoreClock, stopClock } from '../../support/time/clock.ts';

const api = useApi();
const REFUSAL = 'The email or the password is not right';

afterEach(restoreClock);

describe('POST /api/1.3/sessions', () => {
  it('sets a cookie that only this host gets, and returns the session without its secret', async () => {
    stopClock();
    const account = await makeAccount(api);
    const reply = await api.post('/sessions', account, {
      key: null,
      headers: { 'user-agent': `Browser ${'x'.repeat(300)}` },
    });
    const now = nowTs();

    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-session=\d+\.\d+\.[0-9a-f]{64}; Max-Age=2592000; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    expect(reply.body).toEqual({
      id: expect.any(Number),
      author_id: account.id,
      device: `Browser ${'x'.repeat(192)}`,
      method: 'password',
      address: expect.stringMatching(/127\.0\.0\.1$/),
      created_ts: now,
      last_used_ts: now,
      expires_ts: now + 12 * 3600 + 900,
      is_current: true,
    });
    expect(JSON.stringify(reply.body)).not.toContain(cookieIn(reply).split('.')[2]);
  });

  it('begins a session with the permissions of its author', async () => {
    const { call, session } = await beginSession(api, await makeAccount(api, { role: 'Guest Writer' }));

    const me = await ok(api.get('/me', call));

    expect(me).toMatchObject({
      role: 'Guest Writer',
      admin: false,
      key: { id: session.id, narrowed: false },
    });
    expect(me.permissions).toEqual(['read', 'engage', 'write_draft', 'upload']);
    expect((await api.post('/drafts', { headline: 'By cookie' }, call)).status).toBe(200);
    expectRefused(
      await api.post('/posts', { headline: 'By cookie' }, call),
      403,
      'forbidden',
      'This needs the permission publish_post',
    );
  });

  it('compares emails as it does for uniqueness', async () => {
    const account = await makeAccount(api, { email: 'Straße@Example.org' });

    expect((await signIn(api, { ...account, email: 'STRASSE@example.ORG' })).status).toBe(200);
  });

  it.each([
    ['a wrong password', {}, { password: 'nine years for a ferry' }],
    ['an unknown email', {}, { email: 'stranger@example.org' }],
    ['an inactive author', { status: 'inactive' }, {}],
    ['a banned author', { status: 'banned' }, {}],
    ['an author without a password', { password: null }, {}],
    ['the empty form of a hash', { password: null }, { password: '$' }],
  ])('refuses %s with the same answer', async (_case, fields, sent) => {
    const account = await makeAccount(api, fields);
    const refused = await signIn(api, { ...account, ...sent });

    expectRefused(refused, 401, 'sign_in_refused', REFUSAL);
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  it('returns 400 for a missing and for an overlong field', async () => {
    expectRefused(
      await api.post('/sessions', { email: 'x'.repeat(255) }, { key: null }),
      400,
      'invalid_input',
      'email: must have at most 254 characters',
      'password: is required',
    );
  });

  it('makes a new secret at each sign-in, whatever cookie is sent', async () => {
    const account = await makeAccount(api);
    const { cookie, call } = await beginSession(api, account);
    const again = await api.post('/sessions', account, { key: null, headers: { ...ownPage(api), cookie } });
    const chosen = `__Host-session=${account.id}.1.${'0'.repeat(64)}`;
    const planted = await api.post('/sessions', account, {
      key: null,
      headers: { ...ownPage(api), cookie: chosen },
    });

    expect(new Set([cookie, chosen, cookieIn(again), cookieIn(planted)]).size).toBe(4);
    expect((await api.get('/me', call)).status).toBe(200);
    expectRefused(
      await api.get('/me', { key: null, headers: { cookie: chosen } }),
      401,
      'session_ended',
      'The session has ended: sign in again',
    );
  });

  it('stores neither secret nor password', async () => {
    const { cookie } = await beginSession(api, await makeAccount(api));
    const stored = JSON.stringify(await allItems());

    expect(stored).not.toContain(cookie.split('.')[2]);
    expect(stored).not.toContain('nine years for a bridge');
  });

  it('stores no answer under an Idempotency-Key', async () => {
    const account = await makeAccount(api);
    const headers = { 'idempotency-key': 'twice' };
    const replies: Reply[] = [];
    for (const key of [null, api.adminKey, api.adminKey])
      replies.push(await api.post('/sessions', account, { key, headers }));

    expect(new Set(replies.map(cookieIn)).size).toBe(3);
    expect(replies.map(({ headers: answered }) => answered.has('idempotent-replayed'))).not.toContain(true);
    expect((await allItems()).filter(({ pk }) => String(pk).startsWith('IDEMPOTENCY#'))).toEqual([]);
  });
});
