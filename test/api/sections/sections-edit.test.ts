import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { DEFAULTS, readError, sectionsUnder } from '../../support/resources/sections.ts';

const api = useApi({ baseUrl: 'https://paper.example' });
async function section(body: object) {
  return (await api.post('/sections', body)).body;
}

describe('PUT /sections/{id}', () => {
  it('changes only the fields that are sent', async () => {
    const made = await section({
      title: 'Before',
      url: 'before',
      tags: ['x'],
      extras: { a: 1 },
      meta_title: 'M',
    });
    const reply = await api.put(`/sections/${made.id}`, { title: 'After', status: 3 });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ...made, title: 'After', status: 3 });
  });

  it('resets fields to their defaults with null, except order', async () => {
    const made = await section({
      title: 'Full',
      url: 'full',
      status: 2,
      meta_title: 'M',
      about_html: 'A',
      tags: ['t'],
      extras: { a: 1 },
      page_settings: { open_in_new_tab: true },
    });
    const nulls = [
      'status',
      'meta_title',
      'about_html',
      'tags',
      'extras',
      'page_settings',
      'order',
      'parent_id',
    ];
    const reply = await api.put(`/sections/${made.id}`, Object.fromEntries(nulls.map(name => [name, null])));
    expect(reply.body).toEqual({ ...made, ...DEFAULTS });
  });

  it('merges the sent page_settings with the stored ones', async () => {
    const { id } = await section({ title: 'S', url: 'settings', page_settings: { open_in_new_tab: true } });
    await api.put(`/sections/${id}`, { page_settings: { hide_from_entry_editor: true } });
    const reply = await api.put(`/sections/${id}`, { page_settings: { open_in_new_tab: false } });
    expect(reply.body.page_settings).toEqual({ ...DEFAULTS.page_settings, hide_from_entry_editor: true });
  });

  it('resets one of the page_settings with null', async () => {
    const page_settings = { open_in_new_tab: true, hide_from_entry_editor: true };
    const { id } = await section({ title: 'S', url: 'null-setting', page_settings });
    const reply = await api.put(`/sections/${id}`, { page_settings: { open_in_new_tab: null } });
    expect(reply.body.page_settings).toEqual({ ...DEFAULTS.page_settings, hide_from_entry_editor: true });
  });

  it('keeps all simultaneous edits of different fields', async () => {
    const { id } = await section({ title: 'Busy', url: 'busy' });
    const edits = [
      { title: 'Busier' },
      { status: 2 },
      { meta_title: 'm' },
      { about_html: 'a' },
      { tags: ['busy'] },
      { extras: { a: 1 } },
      { page_settings: { open_in_new_tab: true } },
      { page_settings: { allow_community_posts: true } },
      { order: -4 },
      { url: 'busier' },
    ];
    await Promise.all(edits.map(edit => api.put(`/sections/${id}`, edit)));
    expect((await api.get(`/sections/${id}`)).body).toMatchObject({
      ...Object.assign({}, ...edits),
      page_settings: { open_in_new_tab: true, allow_community_posts: true },
    });
  });

  it('refuses an empty title and a null url', async () => {
    const { id } = await section({ title: 'T', url: 'title' });
    const reply = await api.put(`/sections/${id}`, { title: ' ', url: null });
    expect(readError(reply)).toEqual([400, 'invalid_input']);
    expect(reply.body.status.messages).toHaveLength(2);
  });

  it('refuses a parent_id that makes a cycle', async () => {
    const [top, middle, bottom] = await sectionsUnder(api, 'cycle', 3);
    for (const parent_id of [top!.id, middle!.id, bottom!.id]) {
      const reply = await api.put(`/sections/${top!.id}`, { parent_id });
      expect(readError(reply)).toEqual([400, 'invalid_input']);
      expect(reply.body.status.messages).toEqual(['parent_id: a section can’t be inside itself']);
    }
    expect((await api.put(`/sections/${bottom!.id}`, { parent_id: top!.id })).status).toBe(200);
  });

  it('refuses one of two simultaneous moves that would make a cycle', async () => {
    const [a] = await sectionsUnder(api, 'pair-a', 1);
    const [b] = await sectionsUnder(api, 'pair-b', 1);
    const replies = await Promise.all([
      api.put(`/sections/${a!.id}`, { parent_id: b!.id }),
      api.put(`/sections/${b!.id}`, { parent_id: a!.id }),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('returns 404 for an unknown section, 409 for Home, 400 for a malformed id', async () => {
    expect(readError(await api.put('/sections/123', { title: 'T' }))).toEqual([404, 'not_found']);
    expectRefused(await api.put('/sections/0', { title: 'T' }), 409, 'conflict', 'Home can’t be edited');
    expect(readError(await api.put('/sections/x', { title: 'T' }))).toEqual([400, 'invalid_input']);
  });
});

describe('full_url of a section', () => {
  it('prepends the parents’ urls unless the url begins with them', async () => {
    const top = await section({ title: 'Top', url: 'top' });
    const middle = await section({ title: 'Middle', url: 'top/middle', parent_id: top.id });
    const bottom = await section({ title: 'Bottom', url: 'bottom', parent_id: String(middle.id) });
    expect([middle.full_url, bottom.full_url]).toEqual(['top/middle', 'top/middle/bottom']);
    await api.put(`/sections/${top.id}`, { url: 'peak' });
    expect((await api.get(`/sections/${bottom.id}`)).body.full_url).toBe('peak/top/middle/bottom');
  });
});

describe('If-Match on sections', () => {
  it('returns 412 to an edit and a deletion with an outdated ETag', async () => {
    const made = await api.post('/sections', { title: 'Match', url: 'match' });
    const path = `/sections/${made.body.id}`;
    const [first, wrong] = [made.headers.get('etag') ?? '', '"99-x"'];
    expect(readError(await api.put(path, { title: 'N' }, { headers: { 'if-match': wrong } }))).toEqual([
      412,
      'precondition_failed',
    ]);
    const edited = await api.put(path, { title: 'N' }, { headers: { 'if-match': first } });
    expect(edited.status).toBe(200);
    expect(readError(await api.delete(path, { headers: { 'if-match': first } }))).toEqual([
      412,
      'precondition_failed',
    ]);
    const second = edited.headers.get('etag') ?? '';
    expect((await api.delete(path, { headers: { 'if-match': second } })).status).toBe(200);
  });

  it('accepts one of four edits with the same ETag and answers 412 to the others', async () => {
    const made = await api.post('/sections', { title: 'Once', url: 'once' });
    const headers = { 'if-match': made.headers.get('etag') ?? '' };
    const replies = await Promise.all(
      ['a', 'b', 'c', 'd'].map(title => api.put(`/sections/${made.body.id}`, { title }, { headers })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });
});
