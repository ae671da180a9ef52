import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { DEFAULTS, readError, sectionsUnder } from '../../support/resources/sections.ts';

const api = useApi({ baseUrl: 'https://paper.example' });
async function section(body: object) {
  return (await api.post('/sections', body)).body;
}

describe('GET /sections and /sections/{id}', () => {
  it('lists all sections except Home by order and id, with X-Total-Count', async () => {
    const last = await section({ title: 'Last', url: 'last', order: 90_000 });
    const twin = await section({ title: 'Twin', url: 'twin', order: 90_000 });
    const first = await section({ title: 'First', url: 'first', order: -5 });
    const reply = await api.get('/sections');
    const ids = reply.body.map((record: { id: number }) => record.id);
    expect(reply.headers.get('x-total-count')).toBe(String(ids.length));
    expect(ids[0]).toBe(first.id);
    expect(ids.slice(-2)).toEqual([last.id, twin.id]);
    expect(ids).not.toContain(0);
    expect(reply.body.at(-1)).toEqual(twin);
  });

  it('answers only the chosen fields', async () => {
    const some = await api.get(
      '/sections?include_fields=id,title,nonsense&include_fields=tags&exclude_fields=tags',
    );
    expect(Object.keys(some.body[0]).sort()).toEqual(['id', 'title']);
  });

  it('answers all fields when the parameter that chooses them is empty', async () => {
    const all = await api.get('/sections');
    for (const empty of ['include_fields=', 'include_fields=,', 'include_fields[]=&exclude_fields='])
      expect((await api.get(`/sections?${empty}`)).body).toEqual(all.body);
  });

  it('returns 304 when If-None-Match has the ETag', async () => {
    const { id } = await section({ title: 'Tagged', url: 'tagged' });
    const etag = (await api.get(`/sections/${id}`)).headers.get('etag') ?? '';
    const again = await api.get(`/sections/${id}`, { headers: { 'if-none-match': etag } });
    expect([again.status, again.body]).toEqual([304, undefined]);
  });

  it('answers with the fixed section Home for id 0', async () => {
    const reply = await api.get('/sections/0');
    expect(reply.body).toEqual({
      ...DEFAULTS,
      id: 0,
      title: 'Home',
      url: '',
      full_url: '',
      status: 2,
      order: 0,
      created_ts: 0,
    });
  });

  it('returns 404 for an unknown or deleted section and 400 for a malformed id', async () => {
    const { id } = await section({ title: 'Gone', url: 'gone' });
    await api.delete(`/sections/${id}`);
    for (const unknown of [id, 77])
      expectRefused(
        await api.get(`/sections/${unknown}`),
        404,
        'not_found',
        `There is no section with the id ${unknown}`,
      );
    expect(readError(await api.get('/sections/-1'))).toEqual([400, 'invalid_input']);
  });
});

describe('DELETE /sections/{id}', () => {
  it('answers {} and returns 404 the second time', async () => {
    const { id } = await section({ title: 'Del', url: 'del' });
    const reply = await api.delete(`/sections/${id}`);
    expect([reply.status, reply.body]).toEqual([200, {}]);
    expectRefused(
      await api.delete(`/sections/${id}`),
      404,
      'not_found',
      `There is no section with the id ${id}`,
    );
  });

  it('returns 409 for Home', async () => {
    expectRefused(await api.delete('/sections/0'), 409, 'conflict', 'Home can’t be deleted');
  });

  it('moves the section’s children to its parent', async () => {
    const [top, middle, bottom] = await sectionsUnder(api, 'family', 3);
    await api.delete(`/sections/${middle!.id}`);
    expect((await api.get(`/sections/${bottom!.id}`)).body).toMatchObject({
      parent_id: top!.id,
      full_url: 'family-0/family-2',
    });
  });

  it('refuses an unknown, malformed or own id as destination, and deletes nothing', async () => {
    const { id } = await section({ title: 'Stays', url: 'stays' });
    for (const destination_section_id of [id, 99]) {
      const reply = await api.delete(`/sections/${id}`, { query: { destination_section_id } });
      const fault = `destination_section_id: there is no other section with the id ${destination_section_id}`;
      expectRefused(reply, 400, 'invalid_input', fault);
    }
    const malformed = await api.delete(`/sections/${id}`, { query: { destination_section_id: 'x' } });
    expect(readError(malformed)).toEqual([400, 'invalid_input']);
    expect((await api.get(`/sections/${id}`)).status).toBe(200);
  });
});

describe('/sections', () => {
  it('requires manage_sections to write and only read to list', async () => {
    const { id } = await section({ title: 'Mine', url: 'mine' });
    for (const role of ['Guest Editor', 'Guest Writer', 'Guest Developer', 'Reader']) {
      const { key } = await api.makeKey(role);
      const writes = [
        await api.post('/sections', { title: 'T', url: `by-${role}` }, { key }),
        await api.put(`/sections/${id}`, { title: 'T' }, { key }),
        await api.delete(`/sections/${id}`, { key }),
      ];
      for (const reply of writes) {
        expect(readError(reply)).toEqual([403, 'forbidden']);
        expect(reply.body.status.messages).toEqual(['This needs the permission manage_sections']);
      }
      expect((await api.get('/sections', { key })).status).toBe(200);
      expect((await api.get(`/sections/${id}`, { key })).status).toBe(200);
    }
    const { key } = await api.makeKey('Editor');
    expect((await api.put(`/sections/${id}`, { title: 'Edited' }, { key })).status).toBe(200);
  });

  it('returns 401 without a key', async () => {
    expect(readError(await api.get('/sections', { key: null }))).toEqual([401, 'api_key_missing']);
    expect(readError(await api.post('/sections', {}, { key: null }))).toEqual([401, 'api_key_missing']);
  });
});
