import { describe, expect, it } from 'vitest';
import { rounds } from '../../support/run/rounds.ts';
import { useApi } from '../../support/api/api.ts';
import { ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi();
const names = { first_name: 'New', last_name: 'Name' };

function edit(id: number, fields: object, key: string = api.adminKey) {
  return api.put(`/api/1.1/authors/${id}`, { ...names, ...fields }, { key });
}

const LOSSES = [{ role: 'Editor' }, { role: null }, { status: 'inactive' }, { status: 'banned' }];

describe('PUT /authors/{id} of an administrator', () => {
  it.each(LOSSES)('returns 409 for %j when no other administrator is active', async loss => {
    const admin = api.stack.adminAuthorId;
    const other = await api.makeKey('Administrator');
    await ok(edit(other.authorId, { status: 'inactive' }));
    await api.makeKey('Editor');
    expectRefused(await edit(admin, loss), 409, 'conflict', /^The last active administrator/);
    expect((await ok(api.get(`/api/1.1/authors/${admin}`))).role).toBe('Administrator');
    await ok(edit(admin, { about_html: 'Edited', role: 'Developer' }));
    await ok(edit(admin, { role: 'Administrator' }));
  });

  it.each(LOSSES)('accepts %j while another administrator is active', async loss => {
    const [{ authorId }, own] = [await api.makeKey('Administrator'), await api.makeKey('Developer')];
    await ok(edit(authorId, loss));
    await ok(edit(own.authorId, loss, own.key));
  });

  it('demotes one of the last two administrators when they demote each other, or themselves, at the same time', async () => {
    const admin = api.stack.adminAuthorId;
    for (let round = 0; round < rounds(4, 12); round++) {
      const other = await api.makeKey('Administrator');
      const [first, second] = round % 2 === 0 ? [admin, other.authorId] : [other.authorId, admin];
      const replies = await Promise.all([
        edit(first, { role: 'Editor' }),
        edit(second, { role: 'Editor' }, other.key),
      ]);
      // The one who was demoted first may no longer be allowed to edit an administrator.
      const statuses = replies.map(({ status }) => status).sort();
      expect([
        [200, 403],
        [200, 409],
      ]).toContainEqual(statuses);
      const roles = await Promise.all(
        [admin, other.authorId].map(async id => (await ok(api.get(`/api/1.1/authors/${id}`))).role),
      );
      expect(roles.sort()).toEqual(['Administrator', 'Editor']);
      await restore(admin, other);
    }
  });
});

/** Makes the first administrator the only one again. */
async function restore(admin: number, other: { authorId: number; key: string }): Promise<void> {
  const { role } = await ok(api.get(`/api/1.1/authors/${admin}`));
  if (role !== 'Administrator') await ok(edit(admin, { role: 'Administrator' }, other.key));
  await ok(edit(other.authorId, { role: 'Reader' }));
}
