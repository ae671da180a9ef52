import { describe, expect, it } from 'vitest';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { countViews } from '../../../shared/posts/counters/views/count.ts';
import { times } from '../../support/values/times.ts';
import { HOUR_S } from '../../../shared/platform/core/durations.ts';
import { readTotal, someMidnight, usePageViews, viewsAt } from '../../support/resources/page-views.ts';
import { useApi, withoutSweeps } from '../../support/api/api.ts';
import { named } from '../../support/costs/counted.ts';
import { makeDraft, makePost, makeSection, readNext, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';
import { atTime } from '../../support/time/clock.ts';

const api = useApi({ features: { publicRead: true } }, named, withoutSweeps);
const UNKNOWN = 12_345;

const { view, listViewed } = usePageViews(api);

describe('POST /posts/<id>/page_views', () => {
  it('counts one view, or as many as the field count says', async () => {
    const { id } = await makePost(api);
    expect(await view(id)).toMatchObject({ status: 200, body: {} });
    await ok(view(id, { count: 5 }));
    await ok(view(id, { count: null }));
    await ok(api.send('POST', `/posts/${id}/page_views`));
    expect((await ok(api.get(`/posts/${id}`))).stats).toEqual({ page_views_count: 8 });
    const [first] = await ok(api.get('/posts', { query: { limit: 1 } }));
    expect(first).toMatchObject({ id, stats: { page_views_count: 8 } });
  });

  it('refuses a count that is not an integer from 1 to 100,000', async () => {
    const { id } = await makePost(api);
    for (const count of [0, -1, 1.5, 100_001])
      expectRefused(
        await view(id, { count }),
        400,
        'invalid_input',
        'count: must be an integer from 1 to 100000',
      );
    for (const count of ['3', {}, true])
      expectRefused(await view(id, { count }), 400, 'invalid_input', 'count: must be a number');
    expect(await readTotal(id)).toBe(0);
  });

  it('returns 404 for an unknown post, a draft and a removed post', async () => {
    const draft = await makeDraft(api);
    const removed = await makePost(api);
    await ok(api.delete(`/posts/${removed.id}`));
    for (const id of [UNKNOWN, draft.id, removed.id]) {
      expectRefused(await view(id), 404, 'not_found');
      expect(await readTotal(id)).toBe(0);
    }
    expectRefused(await api.post('/posts/x/page_views'), 400, 'invalid_input', /^id: /);
  });

  it('needs only the permission read, and no key for public posts under publicRead', async () => {
    const { key } = await api.makeKey('Reader', { permissions: ['read'] });
    const section = await makeSection(api, { status: 1 });
    const [open, hidden] = [await makePost(api), await makePost(api, { sections: [section.id] })];
    await ok(view(open.id, {}, { key }));
    await ok(view(open.id, {}, { key: null }));
    expect(await readTotal(open.id)).toBe(2);
    expectRefused(await view(hidden.id, {}, { key: null }), 404, 'not_found');
    await ok(view(hidden.id, {}, { key }));
  });

  it('counts a hundred simultaneous requests exactly', async () => {
    const posts = await Promise.all(times(5, () => makePost(api)));
    await Promise.all(times(100, index => ok(view(posts[index % 5].id, { count: 1 + (index % 3) }))));
    const expected = times(5, post =>
      times(100, index => (index % 5 === post ? 1 + (index % 3) : 0)).reduce((a, b) => a + b),
    );
    expect(await Promise.all(posts.map(({ id }) => readTotal(id)))).toEqual(expected);
    const views = await viewsAt(nowTs(), 1);
    expect(posts.map(({ id }) => views[id])).toEqual(expected);
  });

  it('keeps the post’s ETag valid for If-Match', async () => {
    const { id } = await makePost(api);
    const tag = (await api.get(`/posts/${id}`)).headers.get('etag')!;
    await ok(view(id));
    await ok(api.put(`/posts/${id}`, { media: 'x' }, { headers: { 'if-match': tag } }));
  });
});

describe('GET /posts/page_views', () => {
  const make = async (now: number, counts: number[]): Promise<number[]> => {
    const posts = await Promise.all(counts.map(() => makePost(api)));
    for (const [index, { id }] of posts.entries()) await countViews(id, counts[index]!, now);
    return posts.map(({ id }) => id);
  };

  it('lists viewed posts, the most viewed first, equal counts newest first', async () => {
    const now = someMidnight();
    const unseen = await makePost(api);
    const [a = 0, b = 0, c = 0, d = 0] = await make(now, [2, 7, 2, 1]);
    const listed = await atTime(now, () => listViewed());
    expect(listed).toEqual([b, Math.max(a, c), Math.min(a, c), d]);
    expect(listed).not.toContain(unseen.id);
  });

  it('answers with whole posts and adds period_page_views', async () => {
    const now = someMidnight();
    const { id } = await makePost(api, { body: '<p>Whole</p>' });
    await countViews(id, 3, now);
    const [post] = await atTime(now, () => ok(api.get('/posts/page_views')));
    const stats = { page_views_count: 3, period_page_views: 3 };
    expect(post).toEqual({ ...(await ok(api.get(`/posts/${id}`))), stats });
    await countViews(id, 4, now - 5 * HOUR_S);
    const chosen = await atTime(now, () =>
      ok(api.get('/posts/page_views', { query: { include_fields: 'id,stats', period: 2 } })),
    );
    expect(chosen).toEqual([{ id, stats: { page_views_count: 7, period_page_views: 3 } }]);
  });

  it('gives the same pages by offset and by cursor', async () => {
    const now = someMidnight();
    const ids = await make(now, [9, 8, 7, 6, 5, 4, 3]);
    await atTime(now, async () => {
      expect(await listViewed({ limit: 3, offset: 2 })).toEqual(ids.slice(2, 5));
      expect(await listViewed({ limit: 3, offset: 6 })).toEqual(ids.slice(6));
      expect(await listViewed({ offset: 7 })).toEqual([]);
      const pages: number[][] = [];
      for (let path: string | undefined = '/posts/page_views?limit=3'; path !== undefined;) {
        const reply = await api.get(path);
        pages.push(reply.body.map((post: any) => post.id));
        path = readNext(reply);
      }
      expect(pages).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
    });
  });

  it('omits posts that are not published any more and fills the page with others', async () => {
    const now = someMidnight();
    const [a = 0, b = 0, c = 0, d = 0] = await make(now, [9, 8, 7, 6]);
    await ok(api.delete(`/posts/${a}`));
    await ok(api.put(`/posts/${b}`, { action: 'unpublish' }));
    expect(await atTime(now, () => listViewed({ limit: 2 }))).toEqual([c, d]);
    expect(await atTime(now, () => listViewed({ limit: 2, offset: 1 }))).toEqual([d]);
    await ok(api.put(`/drafts/${b}`, { action: 'publish' }));
    expect(await atTime(now, () => listViewed({ limit: 2 }))).toEqual([b, c]);
  });

  it('hides private posts and private tags without a key', async () => {
    const now = someMidnight();
    const section = await makeSection(api, { status: 1 });
    const hidden = await makePost(api, { sections: [section.id] });
    const open = await makePost(api, { tags: ['open', '*desk'] });
    await countViews(hidden.id, 5, now);
    await countViews(open.id, 1, now);
    const shown = await atTime(now, () => ok(api.get('/posts/page_views', { key: null })));
    expect(shown).toMatchObject([{ id: open.id, tags: ['open'] }]);
    expect(await atTime(now, () => listViewed())).toEqual([hidden.id, open.id]);
  });

  it('accepts a period from 1 to 720 hours', async () => {
    for (const period of [1, 24, 720]) await ok(api.get('/posts/page_views', { query: { period } }));
    for (const period of [0, 721, -1])
      expectRefused(
        await api.get('/posts/page_views', { query: { period } }),
        400,
        'invalid_input',
        'period: must be an integer from 1 to 720',
      );
    for (const period of ['1.5', 'day', ''])
      expectRefused(
        await api.get('/posts/page_views', { query: { period } }),
        400,
        'invalid_input',
        'period: must be an integer',
      );
    for (const [name, value] of [
      ['limit', 101],
      ['offset', 10_001],
    ] as const)
      expectRefused(
        await api.get('/posts/page_views', { query: { [name]: value } }),
        400,
        'invalid_input',
        new RegExp(`^${name}: `),
      );
  });

  it('refuses a cursor of another period', async () => {
    const now = someMidnight();
    await make(now, [2, 1]);
    await atTime(now, async () => {
      const next = readNext(await api.get('/posts/page_views', { query: { limit: 1 } }))!;
      expectRefused(await api.get(`${next}&period=48`), 400, 'invalid_input', /^cursor: /);
    });
  });
});
