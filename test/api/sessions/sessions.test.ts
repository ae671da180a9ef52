import { afterEach, describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { EVERYWHERE_S, eventually, useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeDraft, ok } from '../../support/resources/posts.ts';
import { beginSession, makeAccount, signIn } from '../../support/resources/sessions.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';

const api = useApi();
const HOUR_S = 3600;
const CLEARED = '__Host-session=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict';

afterEach(restoreClock);

type Begun = Awaited<ReturnType<typeof beginSession>>;

async function expectEnded({ call }: Begun): Promise<void> {
  advanceClock(EVERYWHERE_S);
  expectRefused(await api.get('/me', call), 401, 'session_ended', 'The session has ended: sign in again');
}

async function expectLasting({ call }: Begun): Promise<void> {
  advanceClock(EVERYWHERE_S);
  expect((await api.get('/me', call)).status).toBe(200);
}

function edit(id: number, fields: object, call?: Begun['call']) {
  return ok(api.put(`/api/1.1/authors/${id}`, { first_name: 'A', last_name: 'B', ...fields }, call));
}

describe('GET /api/1.3/sessions', () => {
  it('lists the author’s own sessions, newest first, and marks that of the request', async () => {
    const account = await makeAccount(api);
    const [first, second] = [await beginSession(api, account), await beginSession(api, account)];
    await beginSession(api, await makeAccount(api));
    const { body, headers } = await api.get('/sessions', first.call);

    expect(body).toEqual([
      { ...second.session, is_current: false },
      { ...first.session, is_current: true },
    ]);
    expect(headers.get('x-total-count')).toBe('2');
  });

  it('lists the sessions of all authors for an administrator', async () => {
    const begun = [
      await beginSession(api, await makeAccount(api)),
      await beginSession(api, await makeAccount(api)),
    ];
    const listed = await ok(api.get('/sessions'));

    for (const { session } of begun) expect(listed).toContainEqual({ ...session, is_current: false });
    expect((await ok(api.get('/api_keys'))).map(({ id }: any) => id)).not.toContain(begun[0]!.session.id);
  });

  it('returns 403 for a narrowed key, which can’t end sessions either', async () => {
    const { key } = await api.makeKey('Editor', { permissions: ['read', 'write_draft'] });
    const message = 'A narrowed key has no access to sessions';

    expectRefused(await api.get('/sessions', { key }), 403, 'forbidden', message);
    expectRefused(await api.delete('/sessions/1', { key }), 403, 'forbidden', message);
    expectRefused(await api.delete('/sessions', { key }), 403, 'forbidden', message);
  });

  it('shows the last use and its device’s address, at most a quarter of an hour late', async () => {
    stopClock();
    const { call, session } = await beginSession(api, await makeAccount(api));
    const lastUse = async () => (await ok(api.get('/sessions', call)))[0].last_used_ts;
    advanceClock(899);
    expect(await lastUse()).toBe(session.created_ts);
    advanceClock(EVERYWHERE_S);
    expect(await eventually(lastUse, used => used !== session.created_ts)).toBe(nowTs());
  });
});

describe('DELETE /api/1.3/sessions/{id}', () => {
  it('ends the session of the request, takes its cookie away, and the cookie works no more', async () => {
    const begun = await beginSession(api, await makeAccount(api));
    const reply = await api.delete(`/sessions/${begun.session.id}`, begun.call);

    expect([reply.status, reply.body]).toEqual([200, {}]);
    expect(reply.headers.getSetCookie()).toEqual([CLEARED]);
    await expectEnded(begun);
  });

  it('ends another session of the author, and leaves that of the request', async () => {
    const account = await makeAccount(api);
    const [phone, laptop] = [await beginSession(api, account), await beginSession(api, account)];
    const reply = await api.delete(`/sessions/${phone.session.id}`, laptop.call);

    expect([reply.status, reply.headers.getSetCookie()]).toEqual([200, []]);
    await expectEnded(phone);
    await expectLasting(laptop);
  });

  it('lets only an administrator end sessions of others', async () => {
    const begun = await beginSession(api, await makeAccount(api));
    const { call } = await beginSession(api, await makeAccount(api, { role: 'Editor' }));
    const path = `/sessions/${begun.session.id}`;

    expectRefused(
      await api.delete(path, call),
      404,
      'not_found',
      `There is no session with the id ${begun.session.id}`,
    );
    await expectLasting(begun);
    expect((await api.delete(path)).status).toBe(200);
    expectRefused(await api.delete(path), 404, 'not_found');
    await expectEnded(begun);
  });
});

describe('DELETE /api/1.3/sessions', () => {
  it('ends all sessions of the author and no others', async () => {
    const account = await makeAccount(api);
    const own = [await beginSession(api, account), await beginSession(api, account)];
    const other = await beginSession(api, await makeAccount(api));
    const reply = await api.delete('/sessions', own[0]!.call);

    expect([reply.status, reply.body, reply.headers.getSetCookie()]).toEqual([200, {}, [CLEARED]]);
    for (const begun of own) await expectEnded(begun);
    await expectLasting(other);
  });
});

describe('session', () => {
  it('ends when it was not used for twelve hours and a quarter', async () => {
    stopClock();
    const begun = await beginSession(api, await makeAccount(api));
    advanceClock(12 * HOUR_S + 899);
    expect((await api.get('/me', begun.call)).status).toBe(200);
    advanceClock(12 * HOUR_S + 900);
    await expectEnded(begun);
    expect(await ok(api.get('/sessions'))).not.toContainEqual(
      expect.objectContaining({ id: begun.session.id }),
    );
  });

  it('ends thirty days after the sign-in, however often it is used', async () => {
    stopClock();
    const account = await makeAccount(api);
    const begun = await beginSession(api, account);
    for (let hours = 10; hours < 30 * 24; hours += 10) {
      advanceClock(10 * HOUR_S);
      expect((await api.get('/me', begun.call)).status).toBe(200);
    }
    advanceClock(10 * HOUR_S);
    await expectEnded(begun);
  });

  it('ends with a new password, except the one that set it', async () => {
    const account = await makeAccount(api);
    const [phone, laptop] = [await beginSession(api, account), await beginSession(api, account)];
    // Both are cached, and so is the author.
    for (const { call } of [phone, laptop]) await ok(api.get('/me', call));
    await edit(account.id, { password: 'ten years for a bridge' }, laptop.call);

    await expectLasting(laptop);
    await expectEnded(phone);
    expect((await ok(api.get('/sessions', laptop.call))).map(({ id }: any) => id)).toEqual([
      laptop.session.id,
    ]);
    expectRefused(await signIn(api, account), 401, 'sign_in_refused');
    await expectLasting(await beginSession(api, { ...account, password: 'ten years for a bridge' }));
  });

  it('ends with a password that another author sets', async () => {
    const account = await makeAccount(api);
    const begun = await beginSession(api, account);
    const admin = await makeAccount(api, { role: 'Administrator' });
    const { call } = await beginSession(api, admin);
    await edit(account.id, { password: 'ten years for a bridge' }, call);

    await expectEnded(begun);
    expect((await api.get('/me', call)).status).toBe(200);
  });

  it('outlasts an edit of its author without a password', async () => {
    const account = await makeAccount(api);
    const begun = await beginSession(api, account);
    await edit(account.id, { about_html: 'Reporter' });

    await expectLasting(begun);
  });

  it.each(['inactive', 'banned'])('a session is refused while its author is %s', async status => {
    const account = await makeAccount(api);
    const begun = await beginSession(api, account);
    await edit(account.id, { status });
    advanceClock(EVERYWHERE_S);

    expectRefused(
      await api.get('/me', begun.call),
      403,
      'forbidden',
      `The author of this session is ${status}`,
    );
  });

  it('has the permissions of its author’s new role', async () => {
    const account = await makeAccount(api, { role: 'Editor' });
    const { call } = await beginSession(api, account);
    await edit(account.id, { role: 'Reader' });
    advanceClock(EVERYWHERE_S);

    expectRefused(await api.post('/drafts', { headline: 'x' }, call), 403, 'forbidden', /write_draft$/);
  });

  it('previews that a session shared outlast it', async () => {
    const account = await makeAccount(api, { role: 'Editor' });
    const { call, session } = await beginSession(api, account);
    const { id } = await makeDraft(api);
    const { token } = await ok(api.post(`/drafts/${id}/previews`, {}, call));
    await ok(api.delete(`/sessions/${session.id}`, call));
    advanceClock(EVERYWHERE_S);

    expect((await api.get(`/previews/${token}`, { key: null })).status).toBe(200);
  });

  it('changes how authors sign in only within ten minutes of its sign-in', async () => {
    stopClock();
    const account = await makeAccount(api, { role: 'Administrator' });
    const { call } = await beginSession(api, account);
    const names = { first_name: 'A', last_name: 'B' };
    const path = `/api/1.1/authors/${account.id}`;
    const changes = [
      () => api.put(path, { ...names, email: account.email }, call),
      () => api.put(path, { ...names, password: account.password }, call),
      () => api.post('/api/1.1/authors', { ...names, password: account.password }, call),
      () => api.post('/api_keys', { author_id: account.id }, call),
    ];
    advanceClock(599);
    for (const change of changes) expect((await change()).status).toBe(200);
    advanceClock(1);
    const message = 'This needs a sign-in of the last ten minutes: sign in again';
    for (const change of changes) expectRefused(await change(), 403, 'sign_in_too_old', message);

    expect((await api.put(path, names, call)).status).toBe(200);
    const again = await beginSession(api, account);
    expect((await api.post('/api_keys', { author_id: account.id }, again.call)).status).toBe(200);
  });
});
