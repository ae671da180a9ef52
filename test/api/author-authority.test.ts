import { describe, expect, it } from 'vitest';
import { useApi } from './support/api.ts';
import { expectRefused } from './support/refused.ts';

const AUTHORS = '/api/1.1/authors';
const api = useApi({
  customRoles: { Stringer: ['write_draft'], Keeper: ['manage_keys', 'manage_authors'], Reader: ['upload'] },
});
const names = { first_name: 'New', last_name: 'Name' };
function lacking(permission: string) {
  return `This needs the permission ${permission}`;
}

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

  it('of an administrator may be edited with a key narrowed to write_draft', async () => {
    const { key, authorId } = await api.keyOf('Administrator', { permissions: ['read', 'write_draft'] });
    expect((await api.put(`${AUTHORS}/${authorId}`, names, { key })).status).toBe(200);
  });
});

describe('a narrowed key', () => {
  const SIGN_IN = 'A narrowed key does not change the email and password of its author';
  const edit = ({ key, authorId }: { key: string; authorId: number }, change: object = {}) =>
    api.put(`${AUTHORS}/${authorId}`, { ...names, ...change }, { key });

  it.each(['Administrator', 'Editor', 'Guest Writer', 'Reader'])(
    'of a %s does not edit the profile of its author without write_draft',
    async role => {
      const narrowed = await api.keyOf(role, { permissions: ['read', 'engage'] });
      const message = 'A narrowed key needs the permission write_draft to edit the profile of its author';
      expectRefused(await edit(narrowed), 403, 'forbidden', message);
    },
  );

  it.each(['Administrator', 'Editor', 'Guest Writer'])(
    'of a %s with write_draft edits the profile of its author, but neither email nor password',
    async role => {
      const narrowed = await api.keyOf(role, { permissions: ['read', 'write_draft'] });
      expect((await edit(narrowed, { about_html: 'Me' })).body).toMatchObject({ about_html: 'Me' });
      for (const change of [{ email: `${role.replace(' ', '')}@example.org` }, { password: 'correct horse' }])
        expectRefused(await edit(narrowed, change), 403, 'forbidden', SIGN_IN);
    },
  );

  it('that lists all permissions of its role still changes neither email nor password of its author', async () => {
    const all = (await api.get('/api_keys')).body.at(-1).permissions;
    const narrowed = await api.keyOf('Administrator', { permissions: all });
    for (const change of [{ email: 'all@example.org' }, { email: null }, { password: 'correct horse' }])
      expectRefused(await edit(narrowed, change), 403, 'forbidden', SIGN_IN);
  });

  it('with manage_authors changes neither role nor status of an author whose permissions it lacks, its own too', async () => {
    const narrowed = await api.keyOf('Editor', { permissions: ['read', 'manage_authors'] });
    const others = await api.keyOf('Editor');
    for (const authorId of [narrowed.authorId, others.authorId])
      for (const change of [{ role: 'Reader' }, { status: 'banned' }]) {
        const reply = await edit({ ...narrowed, authorId }, change);
        expectRefused(reply, 403, 'forbidden', /need permissions that you lack: engage, write_draft, /);
      }
  });
});

describe('an author’s own email and password', () => {
  it.each(['Reader', 'Guest Writer', 'Administrator'])(
    'change with an un-narrowed key of a %s',
    async role => {
      const { key, authorId } = await api.keyOf(role);
      const change = { ...names, email: `own-${authorId}@example.org`, password: 'correct horse' };
      expect((await api.put(`${AUTHORS}/${authorId}`, change, { key })).status).toBe(200);
      const found = await api.get('/authors/email', { query: { emails: change.email } });
      expect(found.body.map((one: { id: number }) => one.id)).toEqual([authorId]);
    },
  );
});

describe('manage_authors', () => {
  const CHANGES = [
    { email: 'taken-over@example.org' },
    { email: null },
    { password: 'correct horse' },
    { role: 'Reader' },
    { status: 'banned' },
  ];

  it.each(CHANGES)('does not change %j of an author whose permissions exceed the caller’s', async change => {
    const [{ key }, writer] = [await api.keyOf('Keeper'), await api.keyOf('Stringer')];
    const before = await api.get(`${AUTHORS}/${writer.authorId}`);
    const reply = await api.put(`${AUTHORS}/${writer.authorId}`, { ...names, ...change }, { key });
    const message =
      'The email, password, role and status of this author need permissions that you lack: write_draft';
    expectRefused(reply, 403, 'forbidden', message);
    expect((await api.get(`${AUTHORS}/${writer.authorId}`)).headers.get('etag')).toBe(
      before.headers.get('etag'),
    );
  });

  it.each(CHANGES)('changes %j of an author whose permissions the caller has', async change => {
    const [{ key }, other] = [await api.keyOf('Editor'), await api.keyOf('Guest Writer')];
    const reply = await api.put(`${AUTHORS}/${other.authorId}`, { ...names, ...change }, { key });
    expect(reply.status).toBe(200);
    await api.put(`${AUTHORS}/${other.authorId}`, { ...names, email: null });
  });

  it('edits the rest of the profile of an author whose permissions exceed the caller’s', async () => {
    const [{ key }, writer] = [await api.keyOf('Keeper'), await api.keyOf('Stringer')];
    const change = { ...names, about_html: 'Edited', role: 'Stringer', status: 'active' };
    const reply = await api.put(`${AUTHORS}/${writer.authorId}`, change, { key });
    expect(reply.body).toMatchObject({ about_html: 'Edited' });
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
