import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeUnique } from '../../support/values/unique.ts';

const BASE = 'https://news.example';
const api = useApi({ baseUrl: BASE, mediaBaseUrl: `${BASE}/media` });
const AUTHORS = '/api/1.1/authors';

describe('PUT /api/1.1/authors/<id>', () => {
  const names = { first_name: 'Ann', last_name: 'Other' };
  const create = async (input: object = {}) => (await api.post(AUTHORS, { ...names, ...input })).body;

  it('changes only the fields that are sent and applies no defaults', async () => {
    const author = await create({ role: 'Guest Writer', about_html: 'Hello', specific_data: { a: 1 } });
    const edited = await api.put(`${AUTHORS}/${author.id}`, { ...names, last_name: 'Changed' });
    expect(edited.status).toBe(200);
    expect(edited.headers.get('etag')).toMatch(/^"2-/);
    expect(edited.body).toEqual({ ...author, last_name: 'Changed', displayname: 'Ann Changed' });
    expect((await api.get(`${AUTHORS}/${author.id}`)).body).toEqual(edited.body);
  });

  it('resets fields that are null to their defaults', async () => {
    const author = await create({
      role: 'Reader',
      status: 'inactive',
      about_html: 'x',
      specific_data: { a: 1 },
    });
    const cleared = { role: null, status: null, about_html: null, specific_data: null, name: null };
    const { body } = await api.put(`${AUTHORS}/${author.id}`, { ...names, ...cleared });
    expect(body).toEqual({
      ...author,
      role: 'Guest Editor',
      status: 'active',
      about_html: '',
      bio: '',
      specific_data: {},
    });
  });

  it('changes nothing when the response of a read is sent back', async () => {
    const author = await create({ email: `${makeUnique('same')}@example.com` });
    expect((await api.put(`${AUTHORS}/${author.id}`, author)).body).toEqual(author);
  });

  it.each([
    [{}, ['first_name: is required', 'last_name: is required']],
    [{ first_name: 'Ann' }, ['last_name: is required']],
    [{ first_name: 'Ann', last_name: ' ' }, ['last_name: must not be empty']],
    [
      { ...names, status: 'x', image_id: 'y' },
      ['image_id: must be an id: an integer from 0 to 2^53-1', 'status: must be active, inactive or banned'],
    ],
  ])('returns 400 for %j', async (input, faults) => {
    const { id } = await create();
    expectRefused(await api.put(`${AUTHORS}/${id}`, input), 400, 'invalid_input', ...faults);
  });

  it('changes email and name and releases the old ones for other authors', async () => {
    const [old, next] = [makeUnique('old'), makeUnique('next')];
    const author = await create({ name: old, email: `${old}@example.com` });
    const moved = await api.put(`${AUTHORS}/${author.id}`, {
      ...names,
      name: next,
      email: `${next}@example.com`,
    });
    expect(moved.body).toMatchObject({ name: next, profile_url: `${BASE}/u/${next}/` });
    expect((await create({ name: old, email: `${old}@example.com` })).name).toBe(old);
    const found = await api.get('/authors/email', { query: { emails: `${next}@example.com` } });
    expect(found.body.map((record: { id: number }) => record.id)).toEqual([author.id]);
  });

  it('returns 409 when the email or name belongs to another author', async () => {
    const taken = makeUnique('owned');
    await create({ name: taken, email: `${taken}@example.com` });
    const { id } = await create();
    const edit = (input: object) => api.put(`${AUTHORS}/${id}`, { ...names, ...input });
    expectRefused(
      await edit({ email: `${taken}@example.com` }),
      409,
      'conflict',
      'email: another author has it',
    );
    expectRefused(await edit({ name: taken }), 409, 'conflict', 'name: another author has it');
  });

  it('names both fields when the name belongs to another author and the email to a third', async () => {
    const [name, email] = [makeUnique('named'), `${makeUnique('mailed')}@example.com`];
    const { id } = await create();
    await Promise.all([create({ name }), create({ email })]);
    const both = ['name: another author has it', 'email: another author has it'];

    const edited = await api.put(`${AUTHORS}/${id}`, { ...names, name, email });
    expectRefused(edited, 409, 'conflict', ...both);
    expectRefused(await api.post(AUTHORS, { name, email }), 409, 'conflict', ...both);
  });

  it('returns 400 when a social author’s password is set without an email in the same request', async () => {
    const { id } = await create({ fb_id: makeUnique('fb'), email: `${makeUnique('social')}@example.com` });
    const edit = (input: object) => api.put(`${AUTHORS}/${id}`, { ...names, ...input });
    const message =
      'password: an author who signed up through a social network needs an email in the same request';
    expectRefused(await edit({ password: 'correct horse' }), 400, 'invalid_input', message);
    expectRefused(await edit({ password: 'correct horse', email: null }), 400, 'invalid_input', message);
    const both = { password: 'correct horse', email: `${makeUnique('social')}@example.com` };
    expect((await edit(both)).status).toBe(200);
  });

  it('loses none of 20 simultaneous edits', async () => {
    const { id } = await create();
    const edits = Array.from({ length: 10 }, (_, index) => [
      api.put(`${AUTHORS}/${id}`, { ...names, about_html: `about ${index}` }),
      api.put(`${AUTHORS}/${id}`, { ...names, specific_data: { index } }),
    ]);
    const replies = await Promise.all(edits.flat());
    expect(replies.map(reply => reply.status)).toEqual(Array<number>(20).fill(200));
    const { headers, body } = await api.get(`${AUTHORS}/${id}`);
    expect(headers.get('etag')).toMatch(/^"21-/);
    expect(body.about_html).toMatch(/^about \d$/);
    expect(body.specific_data).toEqual({ index: expect.any(Number) });
  });

  it('returns 404 for an unknown id and 400 for an invalid id', async () => {
    expectRefused(
      await api.put(`${AUTHORS}/12`, names),
      404,
      'not_found',
      'There is no author with the id 12',
    );
    expectRefused(
      await api.put(`${AUTHORS}/x`, names),
      400,
      'invalid_input',
      'id: must be an integer from 0 to 2^53-1',
    );
  });

  it('returns 412 when If-Match does not match the current ETag', async () => {
    const author = await create();
    const url = `${AUTHORS}/${author.id}`;
    const etag = (await api.get(url)).headers.get('etag') ?? '';
    const edit = () => api.put(url, names, { headers: { 'if-match': etag } });
    expect((await edit()).status).toBe(200);
    expectRefused(
      await edit(),
      412,
      'precondition_failed',
      'The record has changed: If-Match does not match its ETag',
    );
  });
});
