import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { readError } from '../../support/resources/sections.ts';

const api = useApi({ baseUrl: 'https://paper.example' });
async function tag(body: object) {
  return (await api.post('/tags', body)).body;
}

describe('POST /tags', () => {
  it('answers with the whole tag and its defaults', async () => {
    const reply = await api.post('/tags', { title: 'Elections', url: 'elections', parent_id: 5 });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('etag')).toMatch(/^"1-[\w-]+"$/);
    expect(reply.body).toEqual({
      id: expect.any(Number),
      title: 'Elections',
      url: 'elections',
      full_url: 'elections',
      status: 1,
      meta_title: null,
      page_settings: {
        open_in_new_tab: false,
        allow_community_posts: false,
        hide_from_entry_editor: false,
        lock_posts_after_publishing: false,
      },
      about_html: '',
      tags: [],
      url_header_image: '',
      header_image_id: null,
      site_id: 1,
      created_ts: expect.any(Number),
      order: expect.any(Number),
      parent_id: 0,
      type: 3,
      extras: {},
    });
  });

  it('reports all faults at once', async () => {
    const reply = await api.post('/tags', { title: 5, status: '1' });
    expect(readError(reply)).toEqual([400, 'invalid_input']);
    expect(reply.body.status.messages).toEqual([
      'status: must be 1 (private), 2 (public) or 3 (unlisted)',
      'title: must be a string',
      'url: is required',
    ]);
  });

  it('returns 409 when another tag has the url in any case', async () => {
    await tag({ title: 'Taken', url: 'taken' });
    const reply = await api.post('/tags', { title: 'Taken', url: 'TAKEN' });
    expect(readError(reply)).toEqual([409, 'conflict']);
    expect(reply.body.status.messages).toEqual(['url: another tag has it']);
  });
});

describe('PUT /tags/{id}', () => {
  it('changes only the fields that are sent and ignores parent_id', async () => {
    const made = await tag({ title: 'Before', url: 'before', tags: ['x'] });
    const reply = await api.put(`/tags/${made.id}`, { title: 'After', parent_id: made.id });
    expect([reply.status, reply.body]).toEqual([200, { ...made, title: 'After' }]);
    expect((await api.get(`/tags/${made.id}`)).body).toEqual(reply.body);
  });

  it('keeps all simultaneous edits of different fields', async () => {
    const { id } = await tag({ title: 'Busy', url: 'busy' });
    const edits = [{ title: 'Busier' }, { status: 2 }, { meta_title: 'm' }, { tags: ['t'] }, { order: 7 }];
    await Promise.all(edits.map(edit => api.put(`/tags/${id}`, edit)));
    expect((await api.get(`/tags/${id}`)).body).toMatchObject(Object.assign({}, ...edits));
  });

  it('frees the old url when the tag takes another', async () => {
    const { id } = await tag({ title: 'A', url: 'freed' });
    await api.put(`/tags/${id}`, { url: 'other' });
    expect((await api.post('/tags', { title: 'B', url: 'freed' })).status).toBe(200);
    expect(readError(await api.put(`/tags/${id}`, { url: 'freed' }))).toEqual([409, 'conflict']);
  });

  it('returns 404 for a section’s id and for Home', async () => {
    const { id } = (await api.post('/sections', { title: 'S', url: 's' })).body;
    expect(readError(await api.put(`/tags/${id}`, {}))).toEqual([404, 'not_found']);
    expect(readError(await api.put('/tags/0', {}))).toEqual([404, 'not_found']);
    expect(readError(await api.get('/tags/0'))).toEqual([404, 'not_found']);
  });

  it('returns 412 when If-Match has another version', async () => {
    const made = await api.post('/tags', { title: 'M', url: 'm' });
    const [path, tagged] = [`/tags/${made.body.id}`, made.headers.get('etag') ?? ''];
    expect((await api.put(path, { title: 'N' }, { headers: { 'if-match': tagged } })).status).toBe(200);
    for (const reply of [
      await api.put(path, { title: 'O' }, { headers: { 'if-match': tagged } }),
      await api.delete(path, { headers: { 'if-match': tagged } }),
    ])
      expect(readError(reply)).toEqual([412, 'precondition_failed']);
  });
});

describe('DELETE /tags/{id}', () => {
  it('answers {}, frees the url and keeps the tags of posts', async () => {
    const { id } = await tag({ title: 'Climate', url: 'climate' });
    const post = (await api.post('/posts', { headline: 'H', tags: ['Climate'] })).body;
    const reply = await api.delete(`/tags/${id}`);
    expect([reply.status, reply.body]).toEqual([200, {}]);
    expect((await api.get(`/posts/${post.id}`)).body.tags).toEqual(['Climate']);
    expect(readError(await api.get(`/tags/${id}`))).toEqual([404, 'not_found']);
    expect(readError(await api.delete(`/tags/${id}`))).toEqual([404, 'not_found']);
    expect((await api.post('/tags', { title: 'Climate', url: 'climate' })).status).toBe(200);
  });
});

describe('GET /tags', () => {
  it('lists all tags by order with X-Total-Count, and answers only the chosen fields', async () => {
    const first = await tag({ title: 'First', url: 'first', order: -1 });
    const all = await api.get('/tags');
    expect(all.headers.get('x-total-count')).toBe(String(all.body.length));
    expect(all.body[0]).toEqual(first);
    expect((await api.get('/tags?exclude_fields=title&include_fields=id,title')).body[0]).toEqual({
      id: first.id,
    });
  });

  it('lists tag records, which assign no post to a section', async () => {
    await tag({ title: 'Green', url: 'green', tags: ['green'] });
    const post = (await api.post('/posts', { headline: 'H', tags: ['green'] })).body;
    expect(post.sections).toEqual([]);
  });
});

describe('/tags', () => {
  it('requires manage_sections to write', async () => {
    const { id } = await tag({ title: 'Mine', url: 'mine' });
    const { key } = await api.makeKey('Guest Editor');
    for (const reply of [
      await api.post('/tags', { title: 'T', url: 't' }, { key }),
      await api.put(`/tags/${id}`, { title: 'T' }, { key }),
      await api.delete(`/tags/${id}`, { key }),
    ]) {
      expect(readError(reply)).toEqual([403, 'forbidden']);
      expect(reply.body.status.messages).toEqual(['This needs the permission manage_sections']);
    }
    expect((await api.get('/tags', { key })).status).toBe(200);
    expect((await api.get(`/tags/${id}`, { key })).status).toBe(200);
  });
});
