import { beforeAll, describe, expect, it } from 'vitest';
import { useApi, type Reply } from '../../support/api/api.ts';
import {
  errorAnswer,
  fetchIds,
  makeDraft,
  makePost,
  makeSection,
  readNext,
  ok,
} from '../../support/resources/posts.ts';

const api = useApi();

const OFFSET = 'offset: must be an integer of at least 0';
const FAR = 'offset: must be at most 10000; page further with the cursor of the Link header';
const COUNT = 12;

/** Each list, the query that finds the posts of this file, and its maximum limit. */
const LISTS: { path: string; query: Record<string, string>; most: number }[] = [
  { path: '/posts', query: {}, most: 100 },
  { path: '/posts/frontpage', query: {}, most: 100 },
  { path: '/posts/section', query: { section_name: 'listed' }, most: 100 },
  { path: '/posts/tag', query: { tag: 'listed' }, most: 100 },
  { path: '/posts/author', query: { author_name: 'admin' }, most: 100 },
  { path: '/drafts', query: {}, most: 30 },
];

/** Ids in the order of every list: created_ts descending, of one second id descending. */
const expected: Record<'posts' | 'drafts', number[]> = { posts: [], drafts: [] };
function getOrder(path: string): number[] {
  return expected[path === '/drafts' ? 'drafts' : 'posts'];
}

beforeAll(async () => {
  await makeSection(api, { title: 'Listed', url: 'listed' });
  const fields = (index: number) => ({
    headline: `Number ${index}`,
    // Written out of order, three posts in each second.
    created_ts: 1_600_000_000 + ((index * 7) % 4),
    tags: ['listed'],
    sections: [0, 'listed'],
  });
  const made = { posts: [] as any[], drafts: [] as any[] };
  for (let index = 0; index < COUNT; index++) {
    made.posts.push(await makePost(api, fields(index)));
    made.drafts.push(await makeDraft(api, fields(index)));
  }
  for (const family of ['posts', 'drafts'] as const) {
    made[family].sort((a, b) => b.created_ts - a.created_ts || b.id - a.id);
    expected[family] = made[family].map(post => post.id);
  }
});

describe.each(LISTS)('GET $path', ({ path, query, most }) => {
  const ids = (more: Record<string, string | number> = {}): Promise<number[]> =>
    fetchIds(api, path, { query: { ...query, ...more } });

  it('lists by created_ts and then id, newest first, ten a page by default', async () => {
    expect(await ids()).toEqual(getOrder(path).slice(0, 10));
    expect(await ids({ limit: most })).toEqual(getOrder(path));
  });

  it('applies offset and limit', async () => {
    expect(await ids({ offset: 3, limit: 4 })).toEqual(getOrder(path).slice(3, 7));
    expect(await ids({ offset: COUNT - 1 })).toEqual(getOrder(path).slice(-1));
    expect(await ids({ offset: COUNT })).toEqual([]);
    expect(await ids({ offset: 10_000 })).toEqual([]);
  });

  it.each([
    ['offset', '-1', OFFSET],
    ['offset', '1.5', OFFSET],
    ['offset', 'two', OFFSET],
    ['offset', '', OFFSET],
    ['offset', '10001', FAR],
    ['limit', '0', `limit: must be an integer from 1 to ${most}`],
    ['limit', '-1', `limit: must be an integer from 1 to ${most}`],
    ['limit', '1.5', `limit: must be an integer from 1 to ${most}`],
    ['limit', String(most + 1), `limit: must be an integer from 1 to ${most}`],
    ['limit', 'all', `limit: must be an integer from 1 to ${most}`],
  ])('refuses %s=%s', async (name, value, message) => {
    const reply = await api.get(path, { query: { ...query, [name]: value } });
    expect(reply).toMatchObject({ status: 400, body: errorAnswer('invalid_input', message) });
  });

  it('gives the same pages by the cursor of the Link header as by offset', async () => {
    const pages: number[][] = [];
    let reply: Reply = await api.get(path, { query: { ...query, limit: 5 } });
    for (;;) {
      pages.push(reply.body.map((post: { id: number }) => post.id));
      const next = readNext(reply);
      if (next === undefined) break;
      expect(next).not.toContain(api.adminKey);
      reply = await api.get(next);
      expect(reply.status).toBe(200);
    }
    expect(pages.map(page => page.length)).toEqual([5, 5, 2]);
    expect(pages.flat()).toEqual(getOrder(path));
    expect(readNext(await api.get(path, { query: { ...query, limit: COUNT } }))).toBeUndefined();
  });

  it('refuses a tampered cursor and a cursor of another list', async () => {
    const next = new URL(
      readNext(await api.get(path, { query: { ...query, limit: 2 } })) ?? '',
      'http://localhost',
    );
    const cursor = next.searchParams.get('cursor') ?? '';
    const tampered = `${cursor.startsWith('A') ? 'B' : 'A'}${cursor.slice(1)}`;
    const other = path === '/posts' ? '/posts/frontpage' : '/posts';
    for (const [where, wrong] of [
      [path, tampered],
      [path, `${cursor}x`],
      [path, 'x'],
      [path, ''],
      [other, cursor],
    ] as const) {
      const reply = await api.get(where, { query: { ...(where === path && query), cursor: wrong } });
      expect(reply).toMatchObject({
        status: 400,
        body: errorAnswer('invalid_input', 'cursor: is not a cursor of this list'),
      });
    }
  });

  it('answers with the chosen fields and ignores unknown names', async () => {
    const page = (fields: object): Promise<any> =>
      ok(api.get(path, { query: { ...query, limit: 1, ...fields } }));
    const [whole] = await page({});
    expect(await page({ include_fields: 'id,headline,nothing' })).toEqual([
      { id: whole.id, headline: whole.headline },
    ]);
    const { body: _body, listicle: _listicle, ...slim } = whole;
    expect(await page({ exclude_fields: 'body, listicle,nothing' })).toEqual([slim]);
    expect(await page({ include_fields: 'id,body', exclude_fields: 'body' })).toEqual([{ id: whole.id }]);
    const repeated = await ok(
      api.get(`${path}?include_fields=id&include_fields=slug`, { query: { ...query, limit: 1 } }),
    );
    expect(repeated).toEqual([{ id: whole.id, slug: whole.slug }]);
  });

  it('answers with posts as GET by id does, and 304 to its own ETag', async () => {
    const reply = await api.get(path, { query: { ...query, limit: 1 } });
    const family = path === '/drafts' ? 'drafts' : 'posts';
    expect(reply.body).toEqual([await ok(api.get(`/${family}/${reply.body[0].id}`))]);
    const tag = reply.headers.get('etag') ?? '';
    const again = await api.get(path, { query: { ...query, limit: 1 }, headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  });
});

describe('post lists with missing or unknown values', () => {
  it.each([
    ['/posts/section', { section_name: 'nowhere' }],
    ['/posts/section', { section_name: '404' }],
    ['/posts/tag', { tag: 'nothing' }],
    ['/posts/author', { author_name: 'nobody' }],
    ['/posts/author', { author_id: 404 }],
    ['/posts/basename', { basename: 'nothing' }],
  ])('GET %s with the unknown value %o answers []', async (path, query) => {
    const reply = await api.get(path, { query });
    expect(reply).toMatchObject({ status: 200, body: [] });
    expect(readNext(reply)).toBeUndefined();
  });

  it.each([
    ['/posts/section', {}, 'section_name: is required'],
    ['/posts/section', { section_name: '' }, 'section_name: must not be empty'],
    ['/posts/tag', {}, 'tag: is required'],
    ['/posts/tag', { tag: '' }, 'tag: must not be empty'],
    ['/posts/basename', {}, 'basename: is required'],
    ['/posts/author', {}, 'author_name: is required, or author_id'],
    ['/posts/author', { author_id: 'x' }, 'author_id: must be an integer from 0 to 2^53-1'],
    ['/posts', { removed: 'yes' }, 'removed: must be 0, 1, true or false'],
  ])('GET %s with %o returns 400', async (path, query, message) => {
    const reply = await api.get(path, { query });
    expect(reply).toMatchObject({ status: 400, body: errorAnswer('invalid_input', message) });
  });
});

describe('names in post lists', () => {
  it('finds a section by url, title or id, in any case', async () => {
    const { id } = await makeSection(api, { title: 'Über uns', url: 'about/us' });
    const post = await makePost(api, { sections: [id] });
    for (const section_name of ['about/us', 'ABOUT/US', 'über uns', String(id)]) {
      expect(await fetchIds(api, '/posts/section', { query: { section_name } })).toEqual([post.id]);
    }
    for (const section_name of ['Home', '0']) {
      expect(await fetchIds(api, '/posts/section', { query: { section_name, limit: 100 } })).toEqual(
        expected.posts,
      );
    }
  });

  it('finds a tag with surrounding spaces and in any case', async () => {
    const post = await makePost(api, { tags: ['Straße & Co'] });
    for (const tag of ['Straße & Co', ' straße & CO ']) {
      expect(await fetchIds(api, '/posts/tag', { query: { tag } })).toEqual([post.id]);
    }
  });

  it('finds an author by name or id', async () => {
    const { authorId } = await api.makeKey('Guest Writer');
    const post = await makePost(api, { roar_author_ids: [api.stack.adminAuthorId, authorId] });
    expect(await fetchIds(api, '/posts/author', { query: { author_id: authorId } })).toEqual([post.id]);
    const { body: author } = await api.get(`/api/1.1/authors/${authorId}`);
    expect(await fetchIds(api, '/posts/author', { query: { author_name: author.name } })).toEqual([post.id]);
    expect(await fetchIds(api, '/posts/author', { query: { author_name: author.name } })).toEqual([post.id]);
  });
});

describe('removed posts in lists', () => {
  it('lists removed posts only with removed=1, in order among the others', async () => {
    const { id } = await makePost(api, { headline: 'To be removed', created_ts: 1_600_000_002 });
    await ok(api.delete(`/posts/${id}`));
    for (const path of ['/posts', '/drafts']) {
      expect(await fetchIds(api, path, { query: { limit: 30 } })).not.toContain(id);
      expect(await fetchIds(api, path, { query: { limit: 30, removed: 0 } })).not.toContain(id);
      const listed = await ok(api.get(path, { query: { limit: 30, removed: 1 } }));
      const order = listed.map((post: any) => [post.created_ts, post.id]);
      expect(order).toEqual([...order].sort((a, b) => b[0] - a[0] || b[1] - a[1]));
      expect(listed.find((post: any) => post.id === id)).toMatchObject({ status: 'removed' });
    }
    const query = { basename: 'to-be-removed' };
    expect(await fetchIds(api, '/posts/basename', { query })).toEqual([]);
    expect(await fetchIds(api, '/posts/basename', { query: { ...query, removed: 1 } })).toEqual([id]);
  });

  it('gives the same pages by cursor as by offset with removed=1', async () => {
    const query = { removed: 1, limit: 5 };
    const first = await api.get('/posts', { query });
    const second = await api.get(readNext(first) ?? '');
    expect(second.body).toEqual(await ok(api.get('/posts', { query: { ...query, offset: 5 } })));
    const cursor = new URL(readNext(first) ?? '', 'http://localhost').searchParams.get('cursor') ?? '';
    expect((await api.get('/posts', { query: { limit: 5, cursor } })).status).toBe(400);
  });
});

describe('GET /posts/basename', () => {
  it('lists drafts and posts, without draft_url', async () => {
    const draft = await makeDraft(api, { headline: 'Found by name' });
    const [found] = await ok(api.get('/posts/basename', { query: { basename: 'found-by-name' } }));
    const { draft_url: _url, ...withoutUrl } = draft;
    expect(found).toEqual(withoutUrl);
  });
});
