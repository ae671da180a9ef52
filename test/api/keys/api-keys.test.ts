import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { nowMs, nowTs } from '../../../shared/platform/core/clock.ts';
import { eventually, useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { allItems } from '../../support/table/table.ts';
import { advanceClock, restoreClock, stopClock } from '../../support/time/clock.ts';
import { PERMISSIONS } from '../../../shared/platform/site/permissions.ts';

const api = useApi({ customRoles: { Keeper: ['manage_keys', 'upload'] } });

const DAY_S = 86_400;

afterEach(restoreClock);

async function createAuthor(role: string, input: object = {}): Promise<number> {
  return (await api.post('/api/1.1/authors', { role, ...input })).body.id;
}

describe('POST /api/1.3/api_keys', () => {
  it('returns the key itself in the response to its creation', async () => {
    stopClock();
    const author_id = await createAuthor('Guest Writer');
    const { status, headers, body } = await api.post('/api_keys', { author_id, label: 'Newsletter' });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      id: expect.any(Number),
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      author_id,
      label: 'Newsletter',
      note: '',
      permissions: ['read', 'engage', 'write_draft', 'upload'],
      admin: false,
      created_ts: expect.any(Number),
      expires_ts: null,
      last_used_date: null,
      last_used_ts: null,
      last_used_address: null,
      is_unused: false,
    });
    expect(body.created_ts).toBe(nowTs());
    expect((await api.get('/api_keys')).body).toContainEqual({ ...body, key: undefined });
  });

  it('accepts author_id as a string and defaults the label to an empty string', async () => {
    const author_id = await createAuthor('Reader');
    const { body } = await api.post('/api_keys', { author_id: String(author_id) });
    expect(body).toMatchObject({ author_id, label: '' });
  });

  it('creates an administrator key with every permission for an author with an administrator role', async () => {
    const { body } = await api.post('/api_keys', { author_id: await createAuthor('Developer') });
    expect(body.admin).toBe(true);
    expect(body.permissions.sort()).toEqual([...PERMISSIONS].sort());
  });

  it('creates a narrowed key without administrator rights when permissions are sent', async () => {
    const author_id = await createAuthor('Administrator');
    const { body } = await api.post('/api_keys', { author_id, permissions: ['upload', 'read'] });
    expect(body).toMatchObject({ permissions: ['read', 'upload'], admin: false });
    const reply = await api.post('/drafts', { headline: 'x' }, { key: body.key });
    expectRefused(reply, 403, 'forbidden', 'This needs the permission write_draft');
    expect((await api.get('/drafts', { key: body.key })).status).toBe(200);
  });

  it('creates a key without any permission when permissions is empty', async () => {
    const { body } = await api.post('/api_keys', {
      author_id: await createAuthor('Editor'),
      permissions: [],
    });
    expect(body.permissions).toEqual([]);
    expectRefused(
      await api.get('/posts', { key: body.key }),
      403,
      'forbidden',
      'This needs the permission read',
    );
  });

  it('reports all faults of the input together', async () => {
    expectRefused(
      await api.post('/api_keys', { label: 7, permissions: ['read', 'fly'] }),
      400,
      'invalid_input',
      'author_id: is required',
      'label: must be a string',
      `permissions.1: must be one of ${['read', 'engage', 'write_draft', 'publish_post', 'manage_sections', 'manage_authors', 'manage_design', 'manage_keys', 'upload'].join(', ')}`,
    );
  });

  it('returns 400 when the author does not exist', async () => {
    expectRefused(
      await api.post('/api_keys', { author_id: 12 }),
      400,
      'invalid_input',
      'author_id: there is no author with the id 12',
    );
  });

  it('returns 400 when the permissions exceed those of the author’s role', async () => {
    const author_id = await createAuthor('Guest Writer');
    const reply = await api.post('/api_keys', {
      author_id,
      permissions: ['read', 'publish_post', 'manage_keys'],
    });
    expectRefused(
      reply,
      400,
      'invalid_input',
      "permissions: the author's role Guest Writer lacks publish_post, manage_keys",
    );
  });

  it.each(['inactive', 'banned'])('returns 403 when the author is %s', async status => {
    const author_id = await createAuthor('Editor', { status });
    expectRefused(await api.post('/api_keys', { author_id }), 403, 'forbidden', `The author is ${status}`);
  });

  it('returns 403 when the new key would have permissions that the caller lacks', async () => {
    const { key } = await api.makeKey('Keeper');
    const [editor, admin, reader] = [
      await createAuthor('Guest Writer'),
      await createAuthor('Developer'),
      await createAuthor('Reader'),
    ];
    const give = (author_id: number, permissions?: string[]) =>
      api.post('/api_keys', { author_id, permissions }, { key });
    expectRefused(
      await give(editor),
      403,
      'forbidden',
      'The key would have permissions that you lack: write_draft',
    );
    expectRefused(
      await give(admin),
      403,
      'forbidden',
      /^The key would have permissions that you lack: write_draft, /,
    );
    expect((await give(editor, ['read', 'upload'])).status).toBe(200);
    expect((await give(admin, ['read', 'manage_keys'])).body.admin).toBe(false);
    expect((await give(reader)).status).toBe(200);
  });

  it('returns 403 when a narrowed key with every permission creates an administrator key', async () => {
    const { key } = await api.makeKey('Administrator', { permissions: PERMISSIONS });
    const reply = await api.post('/api_keys', { author_id: await createAuthor('Administrator') }, { key });
    expectRefused(reply, 403, 'forbidden', 'Only an administrator can create an administrator key');
  });

  it('lets a narrowed key create narrowed keys only', async () => {
    const { key, authorId } = await api.makeKey('Keeper', { permissions: ['read', 'engage', 'manage_keys'] });
    for (const author_id of [authorId, await createAuthor('Reader')]) {
      const reply = await api.post('/api_keys', { author_id }, { key });
      expectRefused(
        reply,
        403,
        'forbidden',
        author_id === authorId
          ? 'The key would have permissions that you lack: upload'
          : 'A narrowed key can only create narrowed keys: send permissions',
      );
    }
    const given = await api.post('/api_keys', { author_id: authorId, permissions: ['read'] }, { key });
    expect(given.body).toMatchObject({ permissions: ['read'] });
  });

  it('stores only the hash of the key', async () => {
    const { key } = (await api.post('/api_keys', { author_id: await createAuthor('Reader') })).body;
    const stored = JSON.stringify(await allItems());
    expect(stored).toContain(createHash('sha256').update(key).digest('hex'));
    expect(stored).not.toContain(key);
  });
});

describe('GET /api/1.3/api_keys', () => {
  it('lists all fields of all keys except the key itself, newest first, with the total count', async () => {
    const { keyId } = await api.makeKey('Reader');
    const { status, headers, body } = await api.get('/api_keys');
    expect(status).toBe(200);
    expect(headers.get('x-total-count')).toBe(String(body.length));
    const ids = body.map((record: { id: number }) => record.id);
    expect(ids[0]).toBe(keyId);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    for (const key of body)
      expect(Object.keys(key).sort()).toEqual([
        'admin',
        'author_id',
        'created_ts',
        'expires_ts',
        'id',
        'is_unused',
        'label',
        'last_used_address',
        'last_used_date',
        'last_used_ts',
        'note',
        'permissions',
      ]);
  });

  it('shows when and from where a key was last used', async () => {
    stopClock();
    const { key, keyId } = await api.makeKey('Reader');
    const read = async () =>
      (await api.get('/api_keys')).body.find((record: { id: number }) => record.id === keyId);
    expect((await read()).last_used_ts).toBeNull();
    await api.get('/posts', { key });
    expect(await eventually(read, ({ last_used_ts: ts }) => ts !== null)).toMatchObject({
      last_used_date: new Date(nowMs()).toISOString().slice(0, 10),
      last_used_ts: nowTs(),
      last_used_address: expect.stringMatching(/^[\da-f.:]+$/),
    });
  });

  it('marks and, with unused=1, lists only keys that were neither created nor used for 90 days', async () => {
    stopClock();
    const [idle, used] = [await api.makeKey('Reader'), await api.makeKey('Reader')];
    const listUnused = async () => (await api.get('/api_keys', { query: { unused: 1 } })).body;
    const ids = async () => (await listUnused()).map((record: { id: number }) => record.id);
    advanceClock(DAY_S);
    await api.get('/posts', { key: used.key });
    advanceClock(89 * DAY_S - 1);
    expect(await ids()).not.toContain(idle.keyId);
    advanceClock(1);
    expect(await ids()).toContain(idle.keyId);
    expect(await ids()).not.toContain(used.keyId);
    expect((await listUnused()).every((key: { is_unused: boolean }) => key.is_unused)).toBe(true);
  });
});
