import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anotherInstance } from '../support/instance.ts';
import { eventually, useApi, type Api } from './support/api.ts';
import { idsOf, makePost, ok } from './support/posts.ts';

const first = useApi({ features: { publicRead: true } });
let second: Api;
let close: () => void;

beforeAll(async () => {
  ({ api: second, close } = await anotherInstance(first));
});
afterAll(() => close());

describe('a post in a private section that is newer than what an instance knows', () => {
  const openly = (path: string, query: object = {}) =>
    idsOf(second, path, { key: null, query: { ...query, include_fields: 'id' } });

  it('is shown to nobody without a key', async () => {
    const open = await makePost(first, { headline: 'Nectarine open', tags: ['nectarine'] });
    await eventually(
      () => openly('/posts/search', { phrase: 'nectarine' }),
      ids => ids.length === 1,
    );
    const section = await ok(first.post('/sections', { title: 'Inner', url: 'inner', status: 1 }));
    const inner = { headline: 'Nectarine inner', tags: ['nectarine'], sections: [section.id] };
    const { id } = await makePost(first, inner);
    const found = () =>
      idsOf(first, '/posts/search', { query: { phrase: 'nectarine', include_fields: 'id' } });
    await eventually(found, ids => ids.length === 2);
    await ok(first.post(`/posts/${id}/page_views`, {}));

    expect((await second.get(`/posts/${id}`, { key: null })).status).toBe(404);
    expect((await second.get(`/posts/${id}/likes`, { key: null })).status).toBe(404);
    expect(await openly('/posts')).toEqual([open.id]);
    expect(await openly('/posts/search', { phrase: 'nectarine' })).toEqual([open.id]);
    expect(await openly('/posts/tag', { tag: 'nectarine' })).toEqual([open.id]);
    expect(await openly('/posts/page_views', { period: 1 })).toEqual([]);
  });
});
