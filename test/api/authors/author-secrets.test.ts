import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeUnique } from '../../support/values/unique.ts';

const api = useApi();
const AUTHORS = '/api/1.1/authors';

describe('passwords and emails', () => {
  it.each([
    ['7 characters', 'x'.repeat(7), 400],
    ['8 characters', 'x'.repeat(8), 200],
    ['128 characters', 'x'.repeat(128), 200],
    ['129 characters', 'x'.repeat(129), 400],
  ])('accepts only passwords of 8 to 128 characters: %s', async (_what, password, status) => {
    expect((await api.post(AUTHORS, { password })).status).toBe(status);
  });

  it.each([
    'a@b',
    'a b@c.de',
    '@c.de',
    'a@.',
    'a,b@c.de',
    '',
    'a@b@c.de',
    'a\u0000@c.de',
    `${'x'.repeat(250)}@c.de`,
  ])('returns 400 for the email %j', async email => {
    expectRefused(await api.post(AUTHORS, { email }), 400, 'invalid_input', /^email: must/);
  });

  it('returns neither email nor password in any response about an author', async () => {
    const [email, password] = [`${makeUnique('secret')}@example.com`, 'hunter2-hunter2'];
    const created = await api.post(AUTHORS, { first_name: 'Secret', email, password });
    const { id, name } = created.body;
    const replies = [
      created,
      await api.put(`${AUTHORS}/${id}`, { first_name: 'Secret', last_name: 'Keeper', email, password }),
      await api.get(`${AUTHORS}/${id}`),
      await api.get('/authors/search'),
      await api.get('/authors/email', { query: { emails: email } }),
      await api.get('/api/1.2/authors/name', { query: { author_names: name } }),
    ];
    for (const { status, body } of replies) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).toContain(String(id));
      expect(JSON.stringify(body)).not.toMatch(/secret\d|hunter2|scrypt|password|email/);
    }
  });
});
