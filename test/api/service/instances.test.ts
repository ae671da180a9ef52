import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anotherInstance } from '../../support/aws/instance.ts';
import { eventually, useApi, type Api } from '../../support/api/api.ts';
import { fetchIds, makePost, ok } from '../../support/resources/posts.ts';

const first = useApi({ features: { publicRead: true } });
let second: Api;
let close: () => void;

beforeAll(async () => {
  ({ api: second, close } = await anotherInstance(first));
});
afterAll(() => close());

describe('post in a private section that is newer than an instance’s cached sections', () => {
  const openly = (path: string, query: object = {}) =>
    fetchIds(second, path, { key: null, query: { ...query, include_fields: 'id' } });

  it('hides the post from every read and list without a key', async () => {
    const open = await makePost(first, { headline: 'Nectarine open', tags: ['nectarine'] });
    await eventually(
      () => openly('/posts/search', { phrase: 'nectarine' }),
      ids => ids.length === 1,
    );
    const section = await ok(first.post('/sections', { title: 'Inner', url: 'inner', status: 1 }));
    const inner = { headline: 'Nectarine inner', tags: ['nectarine'], sections: [section.id] };
    const { id } = await makePost(first, inner);
    const found = () =>
      fetchIds(first, '/posts/search', { query: { phrase: 'nectarine', include_fields: 'id' } });
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

describe('outbox worker with an outdated cache of sections', () => {
  const MANY = 110;
  const size = async (id: number): Promise<number> => {
    const query = { section_name: id, include_fields: 'id', limit: 100 };
    const pages = [query, { ...query, offset: 100 }].map(page =>
      fetchIds(first, '/posts/section', { query: page }),
    );
    return (await Promise.all(pages)).flat().length;
  };

  it('moves the posts of a section that another instance has deleted', async () => {
    const tags = ['moving'];
    for (let made = 0; made < MANY; made += 10)
      await Promise.all(Array.from({ length: 10 }, () => makePost(first, { tags })));
    const gone = await ok(first.post('/sections', { title: 'Gone', url: 'gone', status: 2, tags }));
    const destination = await ok(first.post('/sections', { title: 'There', url: 'there', status: 2 }));
    await eventually(
      () => size(gone.id),
      found => found === MANY,
    );
    await ok(second.delete(`/sections/${gone.id}`, { query: { destination_section_id: destination.id } }));
    // The first instance's worker must finish what the request left; any write there wakes it.
    await ok(first.post('/drafts', { headline: 'Wake up' }));
    await eventually(
      () => size(destination.id),
      found => found === MANY,
    );
  });
});
