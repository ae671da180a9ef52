import { describe, expect, it, test } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { DEFAULTS, readError } from '../../support/resources/sections.ts';

const api = useApi({ baseUrl: 'https://paper.example' });
async function section(body: object) {
  return (await api.post('/sections', body)).body;
}

describe('POST /sections', () => {
  it('answers with the whole section and its defaults', async () => {
    const before = Math.floor(Date.now() / 1000);
    const reply = await api.post('/sections', { title: 'World', url: 'world' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('etag')).toMatch(/^"1-[\w-]+"$/);
    const { id, created_ts, order } = reply.body;
    expect(reply.body).toEqual({
      ...DEFAULTS,
      id,
      order,
      created_ts,
      title: 'World',
      url: 'world',
      full_url: 'world',
    });
    expect(Number.isSafeInteger(id)).toBe(true);
    expect(created_ts).toBeGreaterThanOrEqual(before);
  });

  it('stores every field that is sent', async () => {
    const parent = await section({ title: 'Life', url: 'life' });
    const sent = {
      title: 'Food',
      url: 'food',
      status: 2,
      meta_title: 'Eat well',
      about_html: '<p>Ünïcödé 🥐 \r\n <b>',
      tags: [' Bread ', 'bread', 'Wine', ''],
      url_header_image: 'https://img.example/a.jpg',
      page_settings: { open_in_new_tab: true },
      parent_id: parent.id,
      extras: { deep: [{ a: null }] },
      order: 77,
    };
    const reply = await api.post('/sections', { ...sent, id: 5, unknown_field: 1 });
    expect(reply.body).toEqual({
      ...DEFAULTS,
      ...sent,
      id: reply.body.id,
      created_ts: reply.body.created_ts,
      tags: ['Bread', 'Wine'],
      page_settings: { ...DEFAULTS.page_settings, open_in_new_tab: true },
      full_url: 'life/food',
    });
    expect((await api.get(`/sections/${reply.body.id}`)).body).toEqual(reply.body);
  });

  it('assigns the next free order', async () => {
    const first = await section({ title: 'Order', url: 'order-1', order: 500 });
    const second = await section({ title: 'Order', url: 'order-2' });
    expect([first.order, second.order]).toEqual([500, 501]);
  });

  it('reports all faults at once', async () => {
    const reply = await api.post('/sections', {
      url: 'a b',
      status: 4,
      tags: 'x',
      page_settings: { open_in_new_tab: 'yes' },
      header_image_id: -1,
      parent_id: 1.5,
      url_header_image: 'ftp://x',
      order: 2e9,
      extras: [],
    });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      status: {
        code: 'invalid_input',
        messages: expect.arrayContaining([
          'title: is required',
          'url: must be a slug, or a path of at most 4 slugs joined by /',
          'status: must be 1 (private), 2 (public) or 3 (unlisted)',
          'tags: must be an array',
          'page_settings.open_in_new_tab: must be true or false',
          'header_image_id: must be an id: an integer from 0 to 2^53-1',
          'parent_id: must be an id: an integer from 0 to 2^53-1',
          'url_header_image: must be an http(s) URL',
          'order: must lie between -10^9 and 10^9',
          'extras: must be an object',
        ]),
      },
      data: null,
    });
  });

  test.each([
    '',
    '/',
    'a//b',
    'a/b/c/d/e',
    'a?b',
    'a#b',
    'a\\b',
    '..',
    'a/../b',
    '.',
    'a\u0000b',
    'a%62',
    'a/\u3164',
    '\ufe0f',
    'a/.\ufe0f.',
    'a/%2e%2e',
    'a\u202eb',
  ])('refuses the url %j', async url => {
    expect(readError(await api.post('/sections', { title: 'Bad', url }))).toEqual([400, 'invalid_input']);
  });

  it('accepts a path of four slugs in any script and trims spaces and slashes around it', async () => {
    const reply = await api.post('/sections', { title: 'Deep', url: ' //a/новости/c.d/日本// ' });
    expect(reply.body).toMatchObject({
      url: 'a/новости/c.d/日本',
      full_url: 'a/новости/c.d/日本',
    });
  });

  it('reports an unknown parent and an unknown image', async () => {
    const reply = await api.post('/sections', {
      title: 'X',
      url: 'orphan',
      parent_id: 12,
      header_image_id: 13,
    });
    expect(readError(reply)).toEqual([400, 'invalid_input']);
    expect(reply.body.status.messages).toEqual([
      'parent_id: there is no section with the id 12',
      'header_image_id: there is none with the id 13',
    ]);
  });

  it('stores the largest texts that its fields may have', async () => {
    const about_html = '橋'.repeat(64_000);
    const tags = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(200, '橋'));
    const extras = { a: '"'.repeat(32_000) };
    const reply = await api.post('/sections', { title: 'Huge', url: 'huge', about_html, tags, extras });
    expect(reply).toMatchObject({ status: 200, body: { about_html, tags, extras } });
  });

  it('gives sections made at the same time different orders', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => section({ title: `Many ${index}`, url: `many-${index}` })),
    );
    expect(new Set(made.map(({ order }) => order)).size).toBe(20);
  });
});

describe('url of a section', () => {
  it('a url is unique among sections regardless of case', async () => {
    await section({ title: 'Sport', url: 'Sport' });
    const reply = await api.post('/sections', { title: 'Other', url: 'sPORT' });
    expect(readError(reply)).toEqual([409, 'conflict']);
    expect(reply.body.status.messages).toEqual(['url: another section has it']);
    expect((await api.post('/tags', { title: 'Sport', url: 'sport' })).status).toBe(200);
  });

  it('goes to one of eight simultaneous requests, and the others return 409', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => api.post('/sections', { title: 'Race', url: 'race' })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  it('a url can be taken again after its section changes it or is deleted', async () => {
    const { id } = await section({ title: 'A', url: 'reused' });
    await api.put(`/sections/${id}`, { url: 'elsewhere' });
    const second = await section({ title: 'B', url: 'REUSED' });
    await api.delete(`/sections/${second.id}`);
    expect((await api.post('/sections', { title: 'C', url: 'reused' })).status).toBe(200);
  });

  it('an edit of a section can send its url unchanged, or changed in case only', async () => {
    const { id } = await section({ title: 'Case', url: 'case' });
    expect((await api.put(`/sections/${id}`, { url: 'case' })).status).toBe(200);
    expect((await api.put(`/sections/${id}`, { url: 'Case' })).body.url).toBe('Case');
  });
});
