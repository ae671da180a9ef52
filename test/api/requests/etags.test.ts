import { describe, expect, it } from 'vitest';
import { EVERYWHERE_S, eventually, useApi } from '../../support/api/api.ts';
import { expectRefused, REQUEST_ID } from '../../support/api/refused.ts';
import { advanceClock } from '../../support/time/clock.ts';

const api = useApi();
async function create(body: object = { headline: 'A post' }) {
  return (await api.post('/posts', body)).body;
}

describe('ETags', () => {
  it('sends the same ETag while nothing changes', async () => {
    const { id } = await create();
    for (const path of [`/posts/${id}`, '/posts', '/sections', '/authors/search', '/api_keys']) {
      const [first, second] = [await api.get(path), await api.get(path)];
      expect(first.headers.get('etag')).toMatch(/^"(\d+-|h)[\w-]{16}"$/);
      expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    }
  });

  it('returns 304 without a body when If-None-Match has the ETag', async () => {
    const { id } = await create();
    for (const path of [`/posts/${id}`, '/posts']) {
      const etag = (await api.get(path)).headers.get('etag') ?? '';
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const reply = await api.get(path, { headers: { 'if-none-match': header } });
        expect([reply.status, reply.body]).toEqual([304, undefined]);
        expect(reply.headers.get('etag')).toBe(etag);
        expect(reply.headers.get('x-request-id')).toMatch(REQUEST_ID);
        expect(reply.headers.get('cache-control')).toBe('private, no-cache');
      }
      expect((await api.get(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    }
  });

  it('changes the ETag when the record or the displayed author changes', async () => {
    const author = (await api.post('/api/1.1/authors', { first_name: 'Old' })).body;
    const { id } = await create({ headline: 'a', roar_author_ids: [author.id] });
    const etag = async () => (await api.get(`/posts/${id}`)).headers.get('etag');
    const first = await etag();
    await api.put(`/posts/${id}`, { headline: 'b' });
    const second = await etag();
    await api.put(`/api/1.1/authors/${author.id}`, { first_name: 'New', last_name: 'Name' });
    advanceClock(EVERYWHERE_S);
    const third = await eventually(etag, seen => seen !== second);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('returns 412 to PUT and DELETE when If-Match does not match the current ETag', async () => {
    const { id } = await create();
    const url = `/posts/${id}`;
    const etag = (await api.get(url)).headers.get('etag') ?? '';
    const edit = (header: string) => api.put(url, { headline: 'x' }, { headers: { 'if-match': header } });
    const edited = await edit(etag);
    expect(edited.status).toBe(200);
    const stale = 'The record has changed: If-Match does not match its ETag';
    expectRefused(await edit(etag), 412, 'precondition_failed', stale);
    expectRefused(await edit(`W/${edited.headers.get('etag') ?? ''}`), 412, 'precondition_failed', stale);
    expectRefused(
      await api.delete(url, { headers: { 'if-match': etag } }),
      412,
      'precondition_failed',
      stale,
    );
    const current = (await edit('*')).headers.get('etag') ?? '';
    expect((await api.get(url)).headers.get('etag')).toBe(current);
    expect((await api.delete(url, { headers: { 'if-match': `"0-x", ${current}` } })).status).toBe(200);
  });

  it('accepts only one of ten simultaneous edits with the same If-Match', async () => {
    const { id } = await create();
    const etag = (await api.get(`/posts/${id}`)).headers.get('etag') ?? '';
    const edits = Array.from({ length: 10 }, (_, index) =>
      api.put(`/posts/${id}`, { headline: `edit ${index}` }, { headers: { 'if-match': etag } }),
    );
    const statuses = (await Promise.all(edits)).map(reply => reply.status).sort();
    expect(statuses).toEqual([200, ...Array<number>(9).fill(412)]);
  });
});
