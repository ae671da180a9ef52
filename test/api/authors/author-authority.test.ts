import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { PERMISSIONS } from '../../../shared/platform/site/permissions.ts';

const AUTHORS = '/api/1.1/authors';
const api = useApi({
  customRoles: { Stringer: ['write_draft'], Keeper: ['manage_keys', 'manage_authors'], Reader: ['upload'] },
});
const names = { first_name: 'New', last_name: 'Name' };
function lacking(permission: string) {
  return `This needs the permission ${permission}`;
}

describe('edits of the caller’s own profile', () => {
  it.each(['Reader', 'Guest Writer', 'Guest Editor', 'Administrator'])(
    'lets a %s edit their own profile',
    async role => {
      const { key, authorId } = await api.makeKey(role);
      const { status, body } = await api.put(
        `${AUTHORS}/${authorId}`,
        { ...names, about_html: 'Me' },
        { key },
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({ displayname: 'New Name', about_html: 'Me', role });
    },
  );

  it('accepts the caller’s own role and status when they are unchanged or null', async () => {
    const { key, authorId } = await api.makeKey('Guest Editor');
    const own = (await api.get(`${AUTHORS}/${authorId}`, { key })).body;
    const same = { ...own, ...names };
    expect((await api.put(`${AUTHORS}/${authorId}`, same, { key })).status).toBe(200);
    expect(
      (await api.put(`${AUTHORS}/${authorId}`, { ...names, role: null, status: null }, { key })).status,
    ).toBe(200);
  });

  it('returns 403 when a caller without manage_authors changes their own role or status', async () => {
    const { key, authorId } = await api.makeKey('Guest Writer');
    for (const change of [{ role: 'Reader' }, { status: 'inactive' }, { role: null }]) {
      const reply = await api.put(`${AUTHORS}/${authorId}`, { ...names, ...change }, { key });
      expectRefused(reply, 403, 'forbidden', lacking('manage_authors'));
    }
  });

  it('returns 403 when a caller without manage_authors edits another author', async () => {
    const [{ key }, other] = [await api.makeKey('Guest Editor'), await api.makeKey('Reader')];
    const reply = await api.put(`${AUTHORS}/${other.authorId}`, names, { key });
    expectRefused(reply, 403, 'forbidden', lacking('manage_authors'));
  });

  it('lets an administrator’s key narrowed to write_draft edit the administrator’s own profile', async () => {
    const { key, authorId } = await api.makeKey('Administrator', { permissions: ['read', 'write_draft'] });
    expect((await api.put(`${AUTHORS}/${authorId}`, names, { key })).status).toBe(200);
  });
});

describe('narrowed keys', () => {
  const SIGN_IN = 'A narrowed key does not change the email and password of its author';
  const edit = ({ key, authorId }: { key: string; authorId: number }, change: object = {}) =>
    api.put(`${AUTHORS}/${authorId}`, { ...names, ...change }, { key });

  it.each(['Administrator', 'Editor', 'Guest Writer', 'Reader'])(
    'returns 403 when the narrowed key of a %s edits its author’s profile without write_draft',
    async role => {
      const narrowed = await api.makeKey(role, { permissions: ['read', 'engage'] });
      const message = 'A narrowed key needs the permission write_draft to edit the profile of its author';
      expectRefused(await edit(narrowed), 403, 'forbidden', message);
    },
  );

  it.each(['Administrator', 'Editor', 'Guest Writer'])(
    'lets the narrowed key of a %s with write_draft edit its author’s profile except email and password',
    async role => {
      const narrowed = await api.makeKey(role, { permissions: ['read', 'write_draft'] });
      expect((await edit(narrowed, { about_html: 'Me' })).body).toMatchObject({ about_html: 'Me' });
      for (const change of [{ email: `${role.replace(' ', '')}@example.org` }, { password: 'correct horse' }])
        expectRefused(await edit(narrowed, change), 403, 'forbidden', SIGN_IN);
    },
  );

  it('returns 403 when a narrowed key with every permission of its role changes its author’s email or password', async () => {
    const all = (await api.get('/api_keys')).body.at(-1).permissions;
    const narrowed = await api.makeKey('Administrator', { permissions: all });
    for (const change of [{ email: 'all@example.org' }, { email: null }, { password: 'correct horse' }])
      expectRefused(await edit(narrowed, change), 403, 'forbidden', SIGN_IN);
  });

  it('returns 403 when a narrowed key changes role or status of an author, even its own, with permissions it lacks', async () => {
    const narrowed = await api.makeKey('Editor', { permissions: ['read', 'manage_authors'] });
    const others = await api.makeKey('Editor');
    for (const authorId of [narrowed.authorId, others.authorId])
      for (const change of [{ role: 'Reader' }, { status: 'banned' }]) {
        const reply = await edit({ ...narrowed, authorId }, change);
        expectRefused(reply, 403, 'forbidden', /need permissions that you lack: engage, write_draft, /);
      }
  });
});

describe('the caller’s own email and password', () => {
  it.each(['Reader', 'Guest Writer', 'Administrator'])(
    'lets a %s change their own email and password with a key that is not narrowed',
    async role => {
      const { key, authorId } = await api.makeKey(role);
      const change = { ...names, email: `own-${authorId}@example.org`, password: 'correct horse' };
      expect((await api.put(`${AUTHORS}/${authorId}`, change, { key })).status).toBe(200);
      const found = await api.get('/authors/email', { query: { emails: change.email } });
      expect(found.body.map((record: { id: number }) => record.id)).toEqual([authorId]);
    },
  );
});

describe('the permission manage_authors', () => {
  const CHANGES = [
    { email: 'taken-over@example.org' },
    { email: null },
    { password: 'correct horse' },
    { role: 'Reader' },
    { status: 'banned' },
  ];

  it.each(CHANGES)(
    'returns 403 for the change %j of an author with permissions that the caller lacks',
    async change => {
      const [{ key }, writer] = [await api.makeKey('Keeper'), await api.makeKey('Stringer')];
      const before = await api.get(`${AUTHORS}/${writer.authorId}`);
      const reply = await api.put(`${AUTHORS}/${writer.authorId}`, { ...names, ...change }, { key });
      const message =
        'The email, password, role and status of this author need permissions that you lack: write_draft';
      expectRefused(reply, 403, 'forbidden', message);
      expect((await api.get(`${AUTHORS}/${writer.authorId}`)).headers.get('etag')).toBe(
        before.headers.get('etag'),
      );
    },
  );

  it.each(CHANGES)('allows the change %j of an author whose permissions the caller has', async change => {
    const [{ key }, other] = [await api.makeKey('Editor'), await api.makeKey('Guest Writer')];
    const reply = await api.put(`${AUTHORS}/${other.authorId}`, { ...names, ...change }, { key });
    expect(reply.status).toBe(200);
    await api.put(`${AUTHORS}/${other.authorId}`, { ...names, email: null });
  });

  it('allows edits of other profile fields of an author with permissions that the caller lacks', async () => {
    const [{ key }, writer] = [await api.makeKey('Keeper'), await api.makeKey('Stringer')];
    const change = { ...names, about_html: 'Edited', role: 'Stringer', status: 'active' };
    const reply = await api.put(`${AUTHORS}/${writer.authorId}`, change, { key });
    expect(reply.body).toMatchObject({ about_html: 'Edited' });
  });
});

describe('the role Editor', () => {
  const editor = async () => (await api.makeKey('Editor')).key;

  it.each(['Editor', 'Guest Editor', 'Guest Writer', 'Guest Developer', 'Reader', 'Stringer'])(
    'lets an Editor create an author with the role %s',
    async role => {
      const { status, body } = await api.post(AUTHORS, { role }, { key: await editor() });
      expect([status, body.role]).toEqual([200, role]);
    },
  );

  it.each(['Administrator', 'Developer', 'Platform Engineer', 'Serverside Engineer', 'Keeper'])(
    'returns 403 when an Editor creates an author with the role %s, which has more permissions',
    async role => {
      const message = `The role ${role} has permissions that you lack: manage_keys`;
      expectRefused(await api.post(AUTHORS, { role }, { key: await editor() }), 403, 'forbidden', message);
    },
  );

  it('lets an Editor make an author an Editor and ban them, but not assign a role with more permissions', async () => {
    const [key, { authorId }] = [await editor(), await api.makeKey('Guest Writer')];
    const edit = (input: object) => api.put(`${AUTHORS}/${authorId}`, { ...names, ...input }, { key });
    expect((await edit({ role: 'Editor', status: 'banned' })).body).toMatchObject({
      role: 'Editor',
      status: 'banned',
    });
    expectRefused(await edit({ role: 'Developer' }), 403, 'forbidden', /^The role Developer has permissions/);
  });

  it('returns 403 when an Editor edits an administrator or makes themselves one', async () => {
    const [{ key, authorId }, admin] = [await api.makeKey('Editor'), await api.makeKey('Developer')];
    const reply = await api.put(`${AUTHORS}/${admin.authorId}`, names, { key });
    expectRefused(reply, 403, 'forbidden', 'Only an administrator edits an administrator');
    const rise = await api.put(`${AUTHORS}/${authorId}`, { ...names, role: 'Administrator' }, { key });
    expectRefused(rise, 403, 'forbidden', /^The role Administrator has permissions/);
  });
});

describe('a narrowed key of an administrator', () => {
  it('grants no administrator rights to a narrowed key that lists every permission', async () => {
    const all = (await api.makeKey('Administrator')).authorId;
    const { key } = await api.makeKey('Administrator', { permissions: PERMISSIONS });
    expectRefused(
      await api.post(AUTHORS, { role: 'Developer' }, { key }),
      403,
      'forbidden',
      'Only an administrator can give the role Developer',
    );
    expectRefused(
      await api.put(`${AUTHORS}/${all}`, names, { key }),
      403,
      'forbidden',
      'Only an administrator edits an administrator',
    );
  });
});

describe('custom roles of a site', () => {
  it('grants new and built-in roles the permissions that customRoles lists', async () => {
    const stringer = await api.makeKey('Stringer');
    expect((await api.post('/drafts', { headline: 'Mine' }, { key: stringer.key })).status).toBe(200);
    const reply = await api.post('/posts', { headline: 'Mine' }, { key: stringer.key });
    expectRefused(reply, 403, 'forbidden', lacking('publish_post'));
    const listed = (await api.get('/api_keys')).body.find(
      (record: { id: number }) => record.id === stringer.keyId,
    );
    expect(listed.permissions).toEqual(['read', 'engage', 'write_draft']);
    const reader = await api.makeKey('Reader', { permissions: ['upload'] });
    expect(reader.key).toMatch(/^[0-9a-f]{64}$/);
  });
});
