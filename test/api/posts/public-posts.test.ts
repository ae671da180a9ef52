import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import {
  errorAnswer,
  fetchIds,
  makeDraft,
  makePost,
  makeSection,
  ok,
} from '../../support/resources/posts.ts';

const api = useApi({ features: { publicRead: true } });
const noKey = { key: null };

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

describe('posts without a key under publicRead', () => {
  it('shows a public post with its public tags, cacheable for a while', async () => {
    const reply = await api.get(`/posts/${open.id}`, noKey);
    expect(reply.status).toBe(200);
    const { sections } = reply.body;
    expect(reply.body).toEqual({ ...open, tags: ['news'], primary_tag: '', sections: [outside.id] });
    expect(sections).not.toEqual(open.sections);
    expect(reply.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
  });

  it('returns 404 for a private, a removed and an unpublished post', async () => {
    const draft = await makeDraft(api);
    for (const { id } of [hidden, removed, draft]) {
      const reply = await api.get(`/posts/${id}`, noKey);
      expect(reply).toMatchObject({ status: 404, body: { status: { code: 'not_found' } } });
    }
  });

  it('lists only public posts, also with removed=1', async () => {
    for (const path of [
      '/posts',
      '/posts?removed=1',
      '/posts/section?section_name=outside',
      '/posts/tag?tag=news',
      '/posts/author?author_name=admin',
    ]) {
      expect([path, await fetchIds(api, path, noKey)]).toEqual([path, [open.id]]);
    }
    expect(await fetchIds(api, '/posts/frontpage', noKey)).toEqual([]);
    const [listed] = await ok(api.get('/posts', noKey));
    expect(listed.tags).toEqual(['news']);
  });

  it('answers [] for private sections and private tags', async () => {
    expect(await fetchIds(api, '/posts/section?section_name=inside', noKey)).toEqual([]);
    expect(await fetchIds(api, '/posts/tag?tag=*desk', noKey)).toEqual([]);
    expect(await fetchIds(api, '/posts/tag?tag=*desk')).toEqual([hidden.id, open.id]);
  });

  it('returns 401 for drafts, /posts/basename and writes', async () => {
    const missing = { status: 401, body: errorAnswer('api_key_missing', 'An API key is required') };
    for (const path of ['/drafts', '/drafts/1', '/posts/basename?basename=a-post']) {
      expect(await api.get(path, noKey)).toMatchObject(missing);
    }
    expect(await api.post('/posts', { headline: 'x' }, noKey)).toMatchObject(missing);
  });

  it('refuses a wrong key and shows everything to a valid one', async () => {
    expect((await api.get('/posts', { key: 'wrong' })).status).toBe(403);
    expect(await fetchIds(api, '/posts')).toEqual([hidden.id, open.id]);
  });
});
