import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from './support/api.ts';
import { errorAnswer, idsOf, makeDraft, makePost, makeSection, ok } from './support/posts.ts';

const api = useApi({ features: { publicRead: true } });
const nobody = { key: null };

let outside: any;
let open: any;
let hidden: any;
let removed: any;

beforeAll(async () => {
  await makeSection(api, { title: 'Inside', url: 'inside', status: 1 });
  outside = await makeSection(api, { title: 'Outside', url: 'outside', status: 2 });
  const tags = ['news', '*desk', '~old'];
  open = await makePost(api, { tags, primary_tag: '*desk', sections: ['outside', 'inside'] });
  hidden = await makePost(api, { tags, sections: ['inside'] });
  removed = await makePost(api, { tags, sections: [0] });
  await ok(api.delete(`/posts/${removed.id}`));
  await makeDraft(api, { tags });
});

describe('without a key, where the site allows it', () => {
  it('a public post is seen with its public tags, and may be cached for a while', async () => {
    const reply = await api.get(`/posts/${open.id}`, nobody);
    expect(reply.status).toBe(200);
    const { sections } = reply.body;
    expect(reply.body).toEqual({ ...open, tags: ['news'], primary_tag: '', sections: [outside.id] });
    expect(sections).not.toEqual(open.sections);
    expect(reply.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  });

  it('a private, a removed and an unpublished post are not', async () => {
    const draft = await makeDraft(api);
    for (const { id } of [hidden, removed, draft]) {
      const reply = await api.get(`/posts/${id}`, nobody);
      expect(reply).toMatchObject({ status: 404, body: { status: { code: 'not_found' } } });
    }
  });

  it('lists show public posts only, also with removed=1', async () => {
    for (const path of [
      '/posts',
      '/posts?removed=1',
      '/posts/section?section_name=outside',
      '/posts/tag?tag=news',
      '/posts/author?author_name=admin',
    ]) {
      expect([path, await idsOf(api, path, nobody)]).toEqual([path, [open.id]]);
    }
    expect(await idsOf(api, '/posts/frontpage', nobody)).toEqual([]);
    const [listed] = await ok(api.get('/posts', nobody));
    expect(listed.tags).toEqual(['news']);
  });

  it('private sections and the newsroom’s tags have no list', async () => {
    expect(await idsOf(api, '/posts/section?section_name=inside', nobody)).toEqual([]);
    expect(await idsOf(api, '/posts/tag?tag=*desk', nobody)).toEqual([]);
    expect(await idsOf(api, '/posts/tag?tag=*desk')).toEqual([hidden.id, open.id]);
  });

  it('all else needs a key', async () => {
    const missing = { status: 401, body: errorAnswer('api_key_missing', 'An API key is required') };
    for (const path of ['/drafts', '/drafts/1', '/posts/basename?basename=a-post']) {
      expect(await api.get(path, nobody)).toMatchObject(missing);
    }
    expect(await api.post('/posts', { headline: 'x' }, nobody)).toMatchObject(missing);
  });

  it('a wrong key is still refused, and a right one sees everything', async () => {
    expect((await api.get('/posts', { key: 'wrong' })).status).toBe(403);
    expect(await idsOf(api, '/posts')).toEqual([hidden.id, open.id]);
  });
});
