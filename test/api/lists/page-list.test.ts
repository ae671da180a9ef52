import { describe, expect, it } from 'vitest';
import { configureSite, parseSite } from '../../../shared/platform/site/site.ts';
import { useApi } from '../../support/api/api.ts';
import { errorAnswer, makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';

const BASE = 'https://news.example/daily';
const api = useApi();

/** Replaces the site's settings for the rest of the test. */
function configure(settings: object): void {
  configureSite(parseSite({ baseUrl: BASE, ...settings }));
}

function withPages(): void {
  configure({ features: { pageList: true } });
}

describe('page_list', () => {
  it('gives the post the address of its first path', async () => {
    withPages();
    const page_list = [
      { view: 'web', path: '/about/us' },
      { view: 'web', path: '/about' },
    ];
    const draft = await makeDraft(api, { page_list });
    expect(draft).toMatchObject({
      page_list,
      slug: '/daily/about/us',
      post_url: `${BASE}/about/us`,
      draft_url: `${BASE}/about/us?draft=1`,
    });
  });

  it('page_list may have decoded paths, which addresses encode', async () => {
    withPages();
    const post = await makePost(api, { page_list: [{ view: 'web', path: 'über uns/100%/日本' }] });
    expect(post.page_list).toEqual([{ view: 'web', path: 'über uns/100%/日本' }]);
    expect(post.post_url).toBe(`${BASE}/%C3%BCber%20uns/100%25/%E6%97%A5%E6%9C%AC`);
    expect(decodeURIComponent(new URL(post.post_url).pathname)).toBe(post.slug);
  });

  it('keeps the address on the site when a path begins with //', async () => {
    withPages();
    const post = await makePost(api, { page_list: [{ view: 'web', path: '//evil.example/x' }] });
    expect(post.post_url).toBe(`${BASE}/evil.example/x`);
  });

  it.each([
    ['/one//two', '/one/two'],
    ['five///six//', 'five/six/'],
    ['//three/%2Ffour', '/three/four'],
    ['/discount 50%', '/discount 50%'],
    ['/%ff%', '/%ff%'],
  ])('stores the path %j as %j, at which the post is found, and takes it once', async (path, kept) => {
    withPages();
    const post = await makePost(api, { page_list: [{ view: 'web', path }] });
    expect(post.page_list).toEqual([{ view: 'web', path: kept }]);
    const { pathname } = new URL(post.post_url);
    expect(pathname).not.toMatch(/\/\//);
    const query = new URLSearchParams({ path: pathname });
    expect((await ok(api.get(`/posts/permalink?${query.toString()}`))).id).toBe(post.id);
    const again = await api.post('/posts', { headline: 'x', page_list: [{ view: 'web', path: kept }] });
    expect(again).toMatchObject({ status: 409 });
  });

  it.each([
    [{ page_list: [{ view: 'web', path: '/x' }] }, { page_list: [{ view: 'web', path: '/x/' }] }],
    [{ manual_basename: 'y' }, { page_list: [{ view: 'web', path: '/y/' }] }],
  ])(
    'gives a path, with and without a slash at its end, to one of two simultaneous posts',
    async (...fields) => {
      withPages();
      const replies = await Promise.all(fields.map(some => api.post('/posts', { headline: 'x', ...some })));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    },
  );

  it('keeps a path with a slash at its end from articles, also without the slash', async () => {
    withPages();
    await makePost(api, { page_list: [{ view: 'web', path: '/z/' }] });
    const reply = await api.post('/posts', { headline: 'x', manual_basename: 'z' });
    expect(reply).toMatchObject({ status: 409 });
  });

  it('gives the post its permalink again when it becomes null or []', async () => {
    withPages();
    const page_list = [{ view: 'web', path: '/own' }];
    for (const none of [null, []]) {
      const { id, basename } = await makePost(api, { page_list });
      const edited = await ok(api.put(`/posts/${id}`, { page_list: none }));
      expect(edited).toMatchObject({ page_list: [], post_url: `${BASE}/${basename}` });
    }
  });

  it.each([
    [{}, 'page_list: must be an array'],
    [[{ path: '/x' }], 'page_list.0.view: is required'],
    [[{ view: 'web' }], 'page_list.0.path: is required'],
    [[{ view: 'amp', path: '/x' }], 'page_list.0.view: must be web'],
    [[{ view: 'web', path: '' }], 'page_list.0.path: must be a path without query'],
    [[{ view: 'web', path: '/x?y=1' }], 'page_list.0.path: must be a path without query'],
    [[{ view: 'web', path: '/x#y' }], 'page_list.0.path: must be a path without query'],
    [[{ view: 'web', path: '/a\nb' }], 'page_list.0.path: must be a path without query'],
    [[{ view: 'web', path: '/a/../b' }], 'page_list.0.path: must not have . or .. in it'],
    [[{ view: 'web', path: '/a%2541' }], 'page_list.0.path: must not be percent-encoded twice'],
    [[{ view: 'web', path: 7 }], 'page_list.0.path: must be a string'],
    [
      Array.from({ length: 21 }, () => ({ view: 'web', path: '/x' })),
      'page_list: must have at most 20 items',
    ],
  ])('is refused as %j', async (page_list, message) => {
    withPages();
    const reply = await api.post('/posts', { headline: 'x', page_list });
    expect(reply).toMatchObject({ status: 400, body: errorAnswer('invalid_input', message) });
  });

  it('is ignored while the feature is off, and shown as stored when it is on again', async () => {
    withPages();
    const page_list = [{ view: 'web', path: '/own' }];
    const before = await makePost(api, { page_list });
    configure({});
    const off = await makePost(api, { page_list, headline: 'Without' });
    expect(off).toMatchObject({ page_list: [], slug: '/daily/without' });
    expect((await makePost(api, { page_list: 'nonsense' })).page_list).toEqual([]);
    const shown = await ok(api.get(`/posts/${before.id}`));
    expect(shown).toMatchObject({ page_list: [], slug: `/daily/${before.basename}` });
    await ok(api.put(`/posts/${before.id}`, { ...shown, media: 'x' }));
    withPages();
    expect(await ok(api.get(`/posts/${before.id}`))).toMatchObject({ page_list, media: 'x' });
  });
});

describe('permalink', () => {
  it('replaces the site’s tokens, with dates in UTC for every time zone', async () => {
    configure({
      permalink: '/<section>/<year>/<month>/<day>/<basename>-<id>.html',
      timeZone: 'Pacific/Auckland',
    });
    const parent = await makeSection(api, { title: 'World', url: 'world' });
    const section = await makeSection(api, { title: 'Asia', url: 'asia', parent_id: parent.id });
    const post = await makePost(api, {
      headline: 'Tokens',
      created_ts: Date.UTC(2024, 1, 29, 23, 59) / 1000,
      sections: [parent.id, section.id],
      primary_section: section.id,
    });
    expect(post.post_url).toBe(`${BASE}/world/asia/2024/02/29/tokens-${post.id}.html`);
    expect(post.formated_full_created_ts).toBe('March 1, 2024 at 12:59 PM');
  });

  it('uses the first section when none is primary, and omits the token without sections', async () => {
    configure({ permalink: '/<section>/<basename>' });
    const section = await makeSection(api, { title: 'First', url: 'first' });
    expect((await makePost(api, { headline: 'One', sections: [0, section.id] })).slug).toBe(
      '/daily/first/one',
    );
    expect((await makePost(api, { headline: 'Two', sections: [0] })).slug).toBe('/daily/two');
    expect((await makePost(api, { headline: 'Three' })).slug).toBe('/daily/three');
  });
});
