import { afterEach, describe, expect, it } from 'vitest';
import { EVERYWHERE_S, eventually, useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { advanceClock, restoreClock } from '../../support/time/clock.ts';
import { PERMISSIONS } from '../../../shared/platform/site/permissions.ts';

const api = useApi({ customRoles: { Keeper: ['manage_keys', 'upload'] } });

afterEach(restoreClock);

describe('DELETE /api/1.3/api_keys/<id>', () => {
  it('revokes the key and returns an empty object', async () => {
    const { key, keyId } = await api.makeKey('Reader');
    expect((await api.get('/posts', { key })).status).toBe(200);
    const { status, body } = await api.delete(`/api_keys/${keyId}`);
    expect([status, body]).toEqual([200, {}]);
    advanceClock(EVERYWHERE_S);
    const refused = await eventually(
      () => api.get('/posts', { key }),
      reply => reply.status !== 200,
    );
    expectRefused(refused, 403, 'api_key_invalid', 'API key is not valid');
    expect((await api.get('/api_keys')).body.map((record: { id: number }) => record.id)).not.toContain(keyId);
  });

  it('returns 404 for an unknown or revoked key and 400 for an invalid id', async () => {
    const { keyId } = await api.makeKey('Reader');
    await api.delete(`/api_keys/${keyId}`);
    expectRefused(
      await api.delete(`/api_keys/${keyId}`),
      404,
      'not_found',
      `There is no API key with the id ${keyId}`,
    );
    expectRefused(
      await api.delete('/api_keys/none'),
      400,
      'invalid_input',
      'id: must be an integer from 0 to 2^53-1',
    );
  });

  it('returns 403 when the key has permissions that the caller lacks', async () => {
    const { key } = await api.makeKey('Keeper');
    const all = await api.makeKey('Administrator', { permissions: PERMISSIONS });
    const [admin, writer, narrowed, reader] = [
      await api.makeKey('Administrator'),
      await api.makeKey('Guest Writer'),
      await api.makeKey('Guest Writer', { permissions: ['read', 'upload'] }),
      await api.makeKey('Reader'),
    ];
    const revoke = (keyId: number, by = key) => api.delete(`/api_keys/${keyId}`, { key: by });
    const lack = 'The key has permissions that you lack:';
    expectRefused(await revoke(writer.keyId), 403, 'forbidden', `${lack} write_draft`);
    expectRefused(
      await revoke(admin.keyId),
      403,
      'forbidden',
      /^The key has permissions .*manage_design.*, admin$/,
    );
    expectRefused(await revoke(admin.keyId, all.key), 403, 'forbidden', `${lack} admin`);
    for (const used of [admin, writer]) expect((await api.get('/posts', { key: used.key })).status).toBe(200);
    for (const { keyId } of [narrowed, reader]) expect((await revoke(keyId)).status).toBe(200);
    expect((await revoke(writer.keyId, all.key)).status).toBe(200);
  });

  it('compares the caller’s permissions with the current role of the key’s author', async () => {
    const { key } = await api.makeKey('Keeper');
    const risen = await api.makeKey('Reader');
    const edit = (role: string) =>
      api.put(`/api/1.1/authors/${risen.authorId}`, { first_name: 'A', last_name: 'B', role });
    await edit('Guest Writer');
    expectRefused(await api.delete(`/api_keys/${risen.keyId}`, { key }), 403, 'forbidden', /write_draft$/);
    await edit('Reader');
    expect((await api.delete(`/api_keys/${risen.keyId}`, { key })).status).toBe(200);
  });

  it('revokes the key when requests that revoke it and use it run at the same time', async () => {
    const { key, keyId } = await api.makeKey('Reader');
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () => api.delete(`/api_keys/${keyId}`)),
      ...Array.from({ length: 5 }, () => api.get('/posts', { key })),
    ]);
    const statuses = replies.map(reply => reply.status);
    expect(statuses).toContain(200);
    expect(statuses.filter(status => ![200, 403, 404].includes(status))).toEqual([]);
    // A request may have cached the key that it read before the revocation.
    advanceClock(EVERYWHERE_S);
    expectRefused(await api.get('/posts', { key }), 403, 'api_key_invalid');
  });
});
