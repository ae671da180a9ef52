import { describe, expect, it } from 'vitest';
import { resetFactors } from '../../../shared/people/sessions/reset-factors.ts';
import { useApi } from '../../support/api/api.ts';
import { as } from '../../support/api/calls.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { callOf, enrol, signInWith } from '../../support/resources/passkeys.ts';
import { makePost, ok } from '../../support/resources/posts.ts';
import { makeAccount, openSession } from '../../support/resources/sessions.ts';

const api = useApi({ signIn: { secondFactor: 'publishers' }, features: { publicRead: true } });
const REQUIRED = 'Your role needs a second factor: enrol a passkey, or sign in with it';

async function openAs(role: string) {
  const { id } = await makeAccount(api, { role, password: null });
  return { id, call: await openSession(api, id) };
}

describe('session without the demanded second factor', () => {
  it('a session without it can only enrol a passkey, and has all its rights from then on', async () => {
    const { id, call } = await openAs('Editor');
    for (const path of ['/me', '/drafts', '/sessions'])
      expectRefused(await api.get(path, call), 403, 'enrolment_required', REQUIRED);
    for (const path of ['/drafts', '/recovery_codes', '/api_keys'])
      expectRefused(await api.post(path, {}, call), 403, 'enrolment_required', REQUIRED);
    expectRefused(await api.delete('/sessions', call), 403, 'enrolment_required', REQUIRED);
    expect(await ok(api.get('/passkeys', call))).toEqual([]);

    const { authenticator, passkey } = await enrol(api, call);
    expect((await api.get('/me', call)).status).toBe(200);
    expect((await ok(api.post('/recovery_codes', {}, call))).codes).toHaveLength(10);
    expectRefused(
      await api.delete(`/passkeys/${passkey.id}`, call),
      409,
      'conflict',
      'Your role needs a passkey: enrol another one first',
    );
    const again = callOf(api, await signInWith(api, authenticator));
    expect((await ok(api.get('/me', again))).author.id).toBe(id);
  });

  it('enrols no second passkey', async () => {
    const { id, call } = await openAs('Editor');
    const other = await openSession(api, id);
    await enrol(api, call);
    expectRefused(await api.get('/me', other), 403, 'enrolment_required', REQUIRED);
    expectRefused(
      await api.post('/passkeys/options', {}, other),
      403,
      'forbidden',
      'Sign in with a passkey or a recovery code to change them',
    );
  });

  it('ends itself, and no other', async () => {
    const { id, call } = await openAs('Administrator');
    const other = await openSession(api, id);
    const [own, others] = [call, other].map(({ headers }) => headers.cookie.split('.')[1]);
    expectRefused(await api.delete(`/sessions/${others}`, call), 404, 'not_found');
    expect((await api.delete(`/sessions/${own}`, call)).status).toBe(200);
  });

  it('reads what is public as everyone does', async () => {
    const { call } = await openAs('Editor');
    const { id } = await makePost(api);
    const reply = await api.get(`/posts/${id}`, call);
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'public, max-age=30']);
  });

  it('the demand applies only to roles that publish, and never to their authors’ keys', async () => {
    const { id, call } = await openAs('Guest Writer');
    expect((await api.get('/me', call)).status).toBe(200);
    const edit = { first_name: 'A', last_name: 'B', role: 'Guest Editor' };
    await ok(api.put(`/api/1.1/authors/${id}`, edit));
    expectRefused(await api.get('/me', call), 403, 'enrolment_required', REQUIRED);
    const { key } = await api.makeKey('Editor');
    expect((await api.get('/me', { key })).status).toBe(200);
  });
});

describe('resetFactors()', () => {
  it('removes passkeys and codes, and ends the sessions', async () => {
    const { id, call } = await openAs('Editor');
    const { authenticator } = await enrol(api, call);
    await ok(api.post('/recovery_codes', {}, call));
    await as('the test', () => resetFactors(id));

    expectRefused(await api.get('/me', call), 401, 'session_ended');
    expectRefused(await signInWith(api, authenticator), 401, 'passkey_refused');
    const next = await openSession(api, id);
    expect(await ok(api.get('/passkeys', next))).toEqual([]);
    await enrol(api, next);
  });
});
