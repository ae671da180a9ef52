import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IdentityProvider } from '../../../infra/dev/openapi/identity-provider.ts';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { callOf } from '../../support/resources/passkeys.ts';
import { ok } from '../../support/resources/posts.ts';
import { makeAccount } from '../../support/resources/sessions.ts';
import {
  begin,
  byProvider,
  finish,
  signInAt,
  startProvider,
} from '../../support/resources/single-sign-on.ts';

/** Administrators first: the first of the claim's values in this order counts. */
const ROLES = { admins: 'Administrator', desk: 'Editor', writers: 'Guest Writer' };

let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startProvider();
});
const api = useApi(() => ({
  signIn: {
    singleSignOn: byProvider(provider.issuer, {
      createsAuthors: true,
      roles: { claim: 'groups', scope: 'groups', values: ROLES },
    }),
  },
}));
afterAll(async () => {
  await provider.stop();
});

let number = 0;
let email: string;
beforeEach(() => {
  email = `noor${++number}@example.org`;
});

function isIn(...groups: string[]): void {
  const names = { given_name: 'Noor', family_name: 'Bay' };
  provider.person = { email, email_verified: true, groups, ...names };
}

function readRole(id: number): Promise<string> {
  return ok(api.get(`/api/1.1/authors/${id}`)).then(({ role }) => role);
}

describe('POST /api/1.3/sessions/single_sign_on, where the site creates authors', () => {
  it('creates an author with the role of the claim, and begins a session', async () => {
    isIn('readers', 'desk');
    const reply = await signInAt(api, provider);
    const author = await ok(api.get(`/api/1.1/authors/${reply.body.author_id}`));

    expect(author).toMatchObject({ first_name: 'Noor', last_name: 'Bay', role: 'Editor', status: 'active' });
    expect(author.name).toMatch(/^noor-bay/);
    expect(await ok(api.get('/me', callOf(api, reply)))).toMatchObject({ role: 'Editor' });
    const [session, created] = await ok(api.get('/audit', { query: { limit: 2 } }));
    expect([session, created]).toMatchObject([
      { action: 'session.create', author_id: author.id },
      { action: 'author.create', resource_id: author.id, actor: 'process', process: 'single sign-on' },
    ]);
  });

  it('signs in the same author the next time', async () => {
    isIn('writers');
    const first = await signInAt(api, provider);

    expect((await signInAt(api, provider)).body.author_id).toBe(first.body.author_id);
  });

  it('begins one session and creates one author when an answer is sent twice at the same time', async () => {
    isIn('writers');
    const { url, cookie } = await begin(api);
    const returned = provider.signIn(url);
    const replies = await Promise.all([finish(api, returned, cookie), finish(api, returned, cookie)]);

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('creates one author when a person signs in twice at the same time', async () => {
    isIn('writers');
    await Promise.all([signInAt(api, provider), signInAt(api, provider)]);
    const found = await ok(api.get('/authors/email', { query: { emails: email } }));

    expect(found).toHaveLength(1);
  });

  it('refuses a person for whom the provider has no role, and creates no author', async () => {
    isIn('readers');

    expectRefused(
      await signInAt(api, provider),
      403,
      'single_sign_on_refused',
      'The identity provider gives you no role on this site',
    );
    expect(await ok(api.get('/authors/email', { query: { emails: email } }))).toEqual([]);
  });

  it('cuts names that are too long, and cleans them', async () => {
    isIn('writers');
    provider.person = { ...provider.person, given_name: `A\n${'x'.repeat(200)}`, family_name: 5 };
    const { author_id } = (await signInAt(api, provider)).body;
    const { first_name, last_name } = await ok(api.get(`/api/1.1/authors/${author_id}`));

    expect(first_name.length).toBe(100);
    expect(first_name).not.toContain('\n');
    expect(last_name).toBe('');
  });
});

describe('POST /api/1.3/sessions/single_sign_on, where the provider decides on roles', () => {
  it('gives an author the role of the claim in the transaction of the session, and records it', async () => {
    const { id } = await makeAccount(api, { email, role: 'Editor' });
    isIn('writers');
    const reply = await signInAt(api, provider);

    expect(reply.body).toMatchObject({ author_id: id });
    expect(await readRole(id)).toBe('Guest Writer');
    expect(await ok(api.get('/audit', { query: { limit: 2 } }))).toMatchObject([
      { action: 'author.edit', resource_id: id, fields: ['role'], actor: 'process' },
      { action: 'session.create', author_id: id },
    ]);
  });

  it('takes the first role of the settings of which the claim has a value', async () => {
    const { id } = await makeAccount(api, { email });
    isIn('writers', 'admins');
    await signInAt(api, provider);

    expect(await readRole(id)).toBe('Administrator');
  });

  it('leaves the last active administrator the role, and signs in', async () => {
    const path = `/api/1.1/authors/${api.stack.adminAuthorId}`;
    await ok(api.put(path, { first_name: 'Ada', last_name: 'Min', email }));
    const others = await ok(api.get('/authors/search', { query: { limit: 30 } }));
    for (const { id, role } of others)
      if (role === 'Administrator' && id !== api.stack.adminAuthorId)
        await ok(api.put(`/api/1.1/authors/${id}`, { first_name: 'No', last_name: 'More', role: 'Editor' }));
    isIn('writers');

    expect((await signInAt(api, provider)).body).toMatchObject({ author_id: api.stack.adminAuthorId });
    expect(await readRole(api.stack.adminAuthorId)).toBe('Administrator');
  });

  it.each(['inactive', 'banned'])('lifts no status: %s', async status => {
    const { id } = await makeAccount(api, { email, status, role: 'Guest Writer' });
    isIn('admins');

    expectRefused(await signInAt(api, provider), 403, 'single_sign_on_refused', `Your account is ${status}`);
    expect(await ok(api.get(`/api/1.1/authors/${id}`))).toMatchObject({ status, role: 'Guest Writer' });
  });

  it('asks for the scope of the claim', async () => {
    const { url } = await begin(api);

    expect(new URL(url).searchParams.get('scope')).toBe('openid email profile groups');
  });
});
