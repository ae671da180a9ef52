import { describe, expect, it } from 'vitest';
import { useApi } from './support/api.ts';
import { expectRefused } from './support/refused.ts';

const AUTHORS = '/api/1.1/authors';
const api = useApi({
  customRoles: { Stringer: ['write_draft'], Keeper: ['manage_keys', 'manage_authors'], Reader: ['upload'] },
});
const names = { first_name: 'New', last_name: 'Name' };
const lacking = (permission: string) => `This needs the permission ${permission}`;

describe('one’s own profile', () => {
  it.each(['Reader', 'Guest Writer', 'Guest Editor', 'Administrator'])(
    'may be edited by a %s',
    async role => {
      const { key, authorId } = await api.keyOf(role);
      const { status, body } = await api.put(
        `${AUTHORS}/${authorId}`,
        { ...names, about_html: 'Me' },
        { key },
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({ displayname: 'New Name', about_html: 'Me', role });
    },
  );

  it('may be sent back with the role and status that it has', async () => {
    const { key, authorId } = await api.keyOf('Guest Editor');
    const own = (await api.get(`${AUTHORS}/${authorId}`, { key })).body;
    const same = { ...own, ...names };
    expect((await api.put(`${AUTHORS}/${authorId}`, same, { key })).status).toBe(200);
    expect(
      (await api.put(`${AUTHORS}/${authorId}`, { ...names, role: null, status: null }, { key })).status,
    ).toBe(200);
  });

  it('does not include role and status', async () => {
    const { key, authorId } = await api.keyOf('Guest Writer');
    for (const change of [{ role: 'Reader' }, { status: 'inactive' }, { role: null }]) {
      const reply = await api.put(`${AUTHORS}/${authorId}`, { ...names, ...change }, { key });
      expectRefused(reply, 403, 'forbidden', lacking('manage_authors'));
    }
  });

  it('is the only one that may be edited without manage_authors', async () => {
    const [{ key }, other] = [await api.keyOf('Guest Editor'), await api.keyOf('Reader')];
    const reply = await api.put(`${AUTHORS}/${other.authorId}`, names, { key });
    expectRefused(reply, 403, 'forbidden', lacking('manage_authors'));
  });

  it('of an administrator may be edited with a narrowed key too', async () => {
    const { key, authorId } = await api.keyOf('Administrator', { permissions: ['read', 'engage'] });
    expect((await api.put(`${AUTHORS}/${authorId}`, names, { key })).status).toBe(200);
  });
});

describe('authors in the hands of an Editor', () => {
  const editor = async () => (await api.keyOf('Editor')).key;

  it.each(['Editor', 'Guest Editor', 'Guest Writer', 'Guest Developer', 'Reader', 'Stringer'])(
    'may be made: %s',
    async role => {
      const { status, body } = await api.post(AUTHORS, { role }, { key: await editor() });
      expect([status, body.role]).toEqual([200, role]);
    },
  );

  it.each(['Administrator', 'Developer', 'Platform Engineer', 'Serverside Engineer', 'Keeper'])(
    'may not be made: %s, which has more than an Editor',
    async role => {
      const message = `The role ${role} has permissions that you lack: manage_keys`;
      expectRefused(await api.post(AUTHORS, { role }, { key: await editor() }), 403, 'forbidden', message);
    },
  );

  it('may be changed and banned, but not given more', async () => {
    const [key, { authorId }] = [await editor(), await api.keyOf('Guest Writer')];
    const edit = (input: object) => api.put(`${AUTHORS}/${authorId}`, { ...names, ...input }, { key });
    expect((await edit({ role: 'Editor', status: 'banned' })).body).toMatchObject({
      role: 'Editor',
      status: 'banned',
    });
    expectRefused(await edit({ role: 'Developer' }), 403, 'forbidden', /^The role Developer has permissions/);
  });

  it('may not be administrators, nor become it by one’s own hand', async () => {
    const [{ key, authorId }, admin] = [await api.keyOf('Editor'), await api.keyOf('Developer')];
    const reply = await api.put(`${AUTHORS}/${admin.authorId}`, names, { key });
    expectRefused(reply, 403, 'forbidden', 'Only an administrator edits an administrator');
    const rise = await api.put(`${AUTHORS}/${authorId}`, { ...names, role: 'Administrator' }, { key });
    expectRefused(rise, 403, 'forbidden', /^The role Administrator has permissions/);
  });
});

describe('a narrowed administrator’s key', () => {
  it('is no administrator', async () => {
    const all = (await api.keyOf('Administrator')).authorId;
    const permissions = [
      'read',
      'engage',
      'write_draft',
      'publish_post',
      'manage_sections',
      'manage_authors',
      'manage_design',
      'manage_keys',
      'upload',
    ];
    const { key } = await api.keyOf('Administrator', { permissions });
    expectRefused(
      await api.post(AUTHORS, { role: 'Developer' }, { key }),
      403,
      'forbidden',
      'Only an administrator gives the role Developer',
    );
    expectRefused(
      await api.put(`${AUTHORS}/${all}`, names, { key }),
      403,
      'forbidden',
      'Only an administrator edits an administrator',
    );
  });
});

describe('the roles of a site', () => {
  it('give what they list, to new and built-in ones', async () => {
    const stringer = await api.keyOf('Stringer');
    expect((await api.post('/drafts', { headline: 'Mine' }, { key: stringer.key })).status).toBe(200);
    const reply = await api.post('/posts', { headline: 'Mine' }, { key: stringer.key });
    expectRefused(reply, 403, 'forbidden', lacking('publish_post'));
    const listed = (await api.get('/api_keys')).body.find((one: { id: number }) => one.id === stringer.keyId);
    expect(listed.permissions).toEqual(['read', 'engage', 'write_draft']);
    const reader = await api.keyOf('Reader', { permissions: ['upload'] });
    expect(reader.key).toMatch(/^[0-9a-f]{64}$/);
  });
});
