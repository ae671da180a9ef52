import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { makeUnique } from '../../support/values/unique.ts';

const BASE = 'https://news.example';
const api = useApi({ baseUrl: BASE, mediaBaseUrl: `${BASE}/media` });
const AUTHORS = '/api/1.1/authors';

describe('POST /api/1.1/authors', () => {
  it('returns every field of the new author', async () => {
    const { status, headers, body } = await api.post(AUTHORS, {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'Ada@Example.com',
      password: 'correct horse',
      about_html: '<p>Wrote the <b>first</b> program &amp; more.</p>',
      specific_data: { site_title: 'Ada’s', nested: { list: [1, null] } },
      role: 'Editor',
      status: 'inactive',
    });
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"1-[\w-]{16}"$/);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'ada-lovelace',
      displayname: 'Ada Lovelace',
      first_name: 'Ada',
      last_name: 'Lovelace',
      about_html: '<p>Wrote the <b>first</b> program &amp; more.</p>',
      bio: 'Wrote the first program & more.',
      photo: `${BASE}/media/avatar.svg`,
      photo_small: `${BASE}/media/avatar.svg`,
      image_id: null,
      fb_id: null,
      profile_url: `${BASE}/u/ada-lovelace/`,
      role: 'Editor',
      status: 'inactive',
      specific_data: { site_title: 'Ada’s', nested: { list: [1, null] } },
    });
    expect((await api.get(`${AUTHORS}/${body.id}`)).body).toEqual(body);
  });

  it('applies the default of every field that is missing or null', async () => {
    for (const body of [{}, undefined, { first_name: null, role: null, status: null, specific_data: null }]) {
      const author = (await api.post(AUTHORS, body)).body;
      expect(author).toMatchObject({
        name: expect.stringMatching(/^author(-\d+)?$/),
        displayname: author.name,
        first_name: '',
        about_html: '',
        bio: '',
        role: 'Guest Editor',
        status: 'active',
        specific_data: {},
      });
    }
  });

  it('stores the fb_id of an imported author', async () => {
    expect((await api.post(AUTHORS, { fb_id: '1234567' })).body.fb_id).toBe('1234567');
  });

  it('ignores unknown and read-only fields', async () => {
    const { body } = await api.post(AUTHORS, { id: 1, displayname: 'x', profile_url: 'x', is_admin: true });
    expect(body.id).not.toBe(1);
    expect(body.displayname).not.toBe('x');
    expect(body).not.toHaveProperty('is_admin');
  });

  it('stores any Unicode text and any property name as sent, without what XML forbids', async () => {
    const first_name = 'שלום \u202e 🙂';
    const specific_data = JSON.parse('{"__proto__": {"admin": true}, "constructor": 1, "a": "b"}');
    const raw = `{"first_name": "${first_name}\\u0000", "specific_data": {"__proto__": {"admin": true}, "constructor": 1, "a\\u0000": "\\ud83db"}}`;
    const sent = await api.post(AUTHORS, undefined, { raw });
    const read = await api.get(`${AUTHORS}/${sent.body.id}`);
    expect(read.body.first_name).toBe(first_name);
    expect(JSON.stringify(read.body.specific_data)).toBe(JSON.stringify(specific_data));
    expect(read.body).toEqual(sent.body);
  });

  it('reports all faults of the input together', async () => {
    const wrong = {
      first_name: 7,
      last_name: 'x'.repeat(101),
      email: 'no-address',
      password: 'short',
      name: 'No Slug',
      about_html: [],
      image_id: -1,
      specific_data: [],
      role: {},
      status: 'gone',
      fb_id: 12,
    };
    expectRefused(
      await api.post(AUTHORS, wrong),
      400,
      'invalid_input',
      'first_name: must be a string',
      'last_name: must have at most 100 characters',
      'email: must be an email address',
      'password: must have at least 8 characters',
      'name: must be words of letters and digits joined by - or _',
      'about_html: must be a string',
      'image_id: must be an id: an integer from 0 to 2^53-1',
      'specific_data: must be an object',
      'role: must be a string',
      'status: must be active, inactive or banned',
      'fb_id: must be a string',
    );
  });

  it.each(['', '  '])('returns 400 for the empty role "%s"', async role => {
    const reply = await api.post(AUTHORS, { role });
    expectRefused(reply, 400, 'invalid_input', 'role: must not be empty');
  });

  it('reports all faults that only look-ups find together', async () => {
    expectRefused(
      await api.post(AUTHORS, { role: 'Emperor', image_id: 12, fb_id: 'f', password: 'correct horse' }),
      400,
      'invalid_input',
      "role: Emperor is neither a built-in role nor one of this site's",
      'password: an author who signed up through a social network needs an email in the same request',
      'image_id: there is none with the id 12',
    );
  });

  it('returns 409 when the email is taken, without regard to case', async () => {
    const email = `${makeUnique('taken')}@example.com`;
    await api.post(AUTHORS, { email });
    const reply = await api.post(AUTHORS, { email: email.toUpperCase() });
    expectRefused(reply, 409, 'conflict', 'email: another author has it');
  });

  it('returns 409 when the name is taken, without regard to case', async () => {
    const name = makeUnique('name');
    await api.post(AUTHORS, { name });
    expectRefused(
      await api.post(AUTHORS, { name: name.toUpperCase() }),
      409,
      'conflict',
      'name: another author has it',
    );
  });

  it('lets only one of ten simultaneous creates take an email or name', async () => {
    for (const claimed of [{ email: `${makeUnique('raced')}@example.com` }, { name: makeUnique('raced') }]) {
      const replies = await Promise.all(Array.from({ length: 10 }, () => api.post(AUTHORS, claimed)));
      expect(replies.map(reply => reply.status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    }
  });
});

describe('GET /api/1.1/authors/<id>', () => {
  it('returns 404 for an unknown id and 400 for an invalid id', async () => {
    expectRefused(await api.get(`${AUTHORS}/12`), 404, 'not_found', 'There is no author with the id 12');
    for (const id of ['x', '-1', '1.5', '9007199254740992', '%00', '1e3'])
      expectRefused(
        await api.get(`${AUTHORS}/${id}`),
        400,
        'invalid_input',
        'id: must be an integer from 0 to 2^53-1',
      );
  });
});
