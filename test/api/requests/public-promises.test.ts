import { beforeAll, describe, expect, it } from 'vitest';
import { routeList } from '../../../functions/routes/index.ts';
import { plantImages } from '../../support/records/media-records.ts';
import { useApi, type Reply } from '../../support/api/api.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

/** Tests the README's promises to callers without a key for every public route of the table. */
const api = useApi({ features: { publicRead: true }, permalink: '/<section>/<basename>' });
const noKey = { key: null };
const publicRoutes = routeList.filter(route => route.public);
const soon = Math.floor(Date.now() / 1000) + 86_400;

const made: Record<string, any> = {};
/** Posts that must look unknown to callers without a key. */
let hiddenPosts: any[] = [];

beforeAll(async () => {
  made.author = await ok(
    api.post('/api/1.1/authors', {
      name: 'byline',
      role: 'Guest Writer',
      email: 'byline@secret.example',
      fb_id: 'secret-fb',
      specific_data: { note: 'secret-data' },
    }),
  );
  made.hidden = await makeSection(api, { title: 'Secret desk', url: 'secret-desk', status: 1 });
  made.open = await makeSection(api, { title: 'Open', url: 'open', tags: ['news', '*inner secret'] });
  made.nested = await makeSection(api, { title: 'Nested', url: 'nested', parent_id: made.hidden.id });
  made.hiddenTag = await ok(api.post('/tags', { title: 'Secret tag', url: 'secret-tag', status: 1 }));
  made.tag = await ok(api.post('/tags', { title: 'News', url: 'news', status: 2, tags: ['~secret'] }));
  const [image_id] = await plantImages(1);
  made.badge = await ok(api.post('/badges', { name: 'Live', image_id, tags: ['live', '*secret'] }));
  const common = { tags: ['news', '*secret'], roar_author_ids: [made.author.id], badges: [made.badge.id] };
  made.post = await makePost(api, {
    ...common,
    headline: 'Seen',
    sections: [made.hidden.id, made.open.id],
    primary_section: made.hidden.id,
    primary_tag: '*secret',
    roar_specific_data: { shown: 'public data' },
  });
  const sections = [made.hidden.id];
  const unseen = { ...common, tags: ['*secret'], sections, headline: 'Secret zebra', body: 'zebra' };
  made.private = await makePost(api, unseen);
  made.draft = await makeDraft(api, unseen);
  made.scheduled = await makeDraft(api, unseen);
  await ok(api.put(`/scheduled_posts/${made.scheduled.id}`, { scheduled_at: soon }));
  made.removed = await makePost(api, { ...unseen, sections: [0] });
  for (const { id } of [made.post, made.private, made.removed]) {
    await ok(api.post(`/posts/${id}/page_views`, { count: 7 }));
    await ok(api.post(`/posts/${id}/likes`, { author_id: made.author.id }));
  }
  await ok(api.delete(`/posts/${made.removed.id}`));
  hiddenPosts = [made.private, made.draft, made.scheduled, made.removed];
});

/** For each public route, a request whose answer contains records with private parts. */
const REQUESTS: Record<string, () => string> = {
  'authors/get': () => `/api/1.1/authors/${made.author.id}`,
  'authors/search': () => '/authors/search',
  'authors/by-name': () => '/api/1.2/authors/name?author_names=byline',
  'sections/list': () => '/sections',
  'sections/get': () => `/sections/${made.nested.id}`,
  'tags/list': () => '/tags',
  'tags/get': () => `/tags/${made.tag.id}`,
  'badges/list': () => '/badges',
  'badges/get': () => `/badges/${made.badge.id}`,
  'posts/get': () => `/posts/${made.post.id}?render_shortcodes=1`,
  'posts/list': () => '/posts?removed=1',
  // The feed's end: what came before may name posts that were public (test/unit/posts/changes has what it hides).
  'posts/changes': () => '/posts/changes',
  'posts/frontpage': () => '/posts/frontpage',
  'posts/section': () => '/posts/section?section_name=open',
  'posts/search': () => '/posts/search?phrase=seen',
  'feeds/get': () => '/feeds/rss.xml',
  'sitemaps/index': () => '/sitemap.xml',
  'sitemaps/news': () => '/sitemaps/news.xml',
  'sitemaps/month': () => `/sitemaps/${new Date(made.post.created_ts * 1000).toISOString().slice(0, 7)}.xml`,
  'posts/tag': () => '/posts/tag?tag=news',
  'posts/author': () => `/posts/author?author_id=${made.author.id}`,
  'posts/permalink': () => `/posts/permalink?path=/open/${made.post.basename}`,
  'posts/page-views': () => '/posts/page_views',
  'likes/list': () => `/posts/${made.post.id}/likes`,
};

const reading = publicRoutes.filter(({ method }) => method === 'GET');

it('the table of this test has a request to every public GET route', () => {
  expect(reading.map(({ name }) => name).sort()).toEqual(Object.keys(REQUESTS).sort());
});

/** All names and values of an answer except `full_url`: by contract it contains the url of private parents. */
function namesAndValues(body: unknown): string {
  return JSON.stringify(body, (name, value: unknown) => (name === 'full_url' ? undefined : value));
}

describe.each(reading.map(({ name }) => name))('route %s without a key', name => {
  const ask = (call?: object): Promise<Reply> => api.get(REQUESTS[name]!(), call);

  it('answers with public data only', async () => {
    const { status, body } = await ask(noKey);
    expect(status).toBe(200);
    const text = namesAndValues(body);
    expect(text).not.toMatch(/secret/i);
    expect(text).not.toMatch(/"(?:role|status|fb_id|specific_data)":"?(?:Guest|active|null|\{)/);
    for (const { id } of [made.hidden, made.hiddenTag, ...hiddenPosts])
      expect(text).not.toContain(String(id));
  });

  it('answers with public data only when include_fields names private fields', async () => {
    const chosen =
      'sections,auto_sections,primary_section,tags,primary_tag,status,role,badges_details,parent_id';
    const path = REQUESTS[name]!();
    const reply = await api.get(`${path}${path.includes('?') ? '&' : '?'}include_fields=${chosen}`, noKey);
    const text = namesAndValues(reply.body);
    expect(text).not.toMatch(/secret/i);
    for (const { id } of [made.hidden, made.hiddenTag, ...hiddenPosts])
      expect(text).not.toContain(String(id));
  });

  it('keeps cached answers with and without a key apart', async () => {
    const [keyless, keyed] = [await ask(noKey), await ask()];
    expect(keyless.headers.get('cache-control')).toBe('public, max-age=30');
    expect(keyless.headers.get('vary')).toBe(
      'x-svcauth, authorization, cookie, prefer, origin, accept-encoding',
    );
    expect(keyed.headers.get('cache-control')).toBe('private, no-cache');
    const isSame = JSON.stringify(keyed.body) === JSON.stringify(keyless.body);
    expect(keyed.headers.get('etag') === keyless.headers.get('etag')).toBe(isSame);
    const since = { headers: { 'if-none-match': keyed.headers.get('etag') ?? '' } };
    expect((await ask({ ...noKey, ...since })).status).toBe(isSame ? 304 : 200);
  });
});

describe('read without a key of a record with private parts', () => {
  it('omits private sections from a post’s fields and address', async () => {
    const { body } = await api.get(`/posts/${made.post.id}`, noKey);
    expect(body).toMatchObject({
      sections: [made.open.id],
      auto_sections: [made.open.id],
      primary_section: null,
      tags: ['news'],
      primary_tag: '',
      slug: `/open/${made.post.basename}`,
      roar_specific_data: { shown: 'public data' },
    });
    expect(made.post).toMatchObject({ primary_section: made.hidden.id, post_url: body.post_url });
  });

  it('omits role, status, fb_id and specific_data of an author', async () => {
    const { fb_id: _1, role: _2, status: _3, specific_data: _4, ...shown } = made.author;
    expect((await api.get(`/api/1.1/authors/${made.author.id}`, noKey)).body).toEqual(shown);
    const [like] = (await api.get(`/posts/${made.post.id}/likes`, noKey)).body;
    expect(like.author).toEqual(shown);
    expect((await api.get(`/api/1.1/authors/${made.author.id}`)).body).toEqual(made.author);
  });

  it('returns the nearest parent that is not private as a section’s parent_id', async () => {
    const deepest = await makeSection(api, { title: 'Deepest', url: 'deepest', parent_id: made.nested.id });
    expect((await api.get(`/sections/${made.nested.id}`, noKey)).body.parent_id).toBe(0);
    expect((await api.get(`/sections/${deepest.id}`, noKey)).body.parent_id).toBe(made.nested.id);
    expect((await api.get(`/sections/${made.nested.id}`)).body.parent_id).toBe(made.hidden.id);
  });
});

/** A request about hidden records; the test sends the same with UNKNOWN and compares the answers. */
type Pair = [route: string, ask: (hidden: string) => [method: string, path: string], hidden: () => unknown[]];
const UNKNOWN = '1234567';
function secretSection() {
  return [made.hidden.id, 'secret-desk', 'Secret desk'];
}

const PAIRS: Pair[] = [
  ['posts/get', id => ['GET', `/posts/${id}`], () => hiddenPosts.map(({ id }) => id)],
  [
    'posts/record-page-views',
    id => ['POST', `/posts/${id}/page_views`],
    () => hiddenPosts.map(({ id }) => id),
  ],
  [
    'posts/permalink',
    basename => ['GET', `/posts/permalink?path=/secret-desk/${basename}`],
    () => hiddenPosts.map(({ basename }) => basename),
  ],
  ['likes/list', id => ['GET', `/posts/${id}/likes`], () => hiddenPosts.map(({ id }) => id)],
  ['sections/get', id => ['GET', `/sections/${id}`], () => [made.hidden.id]],
  ['tags/get', id => ['GET', `/tags/${id}`], () => [made.hiddenTag.id]],
  ['posts/section', name => ['GET', `/posts/section?section_name=${name}`], secretSection],
  ['feeds/get', name => ['GET', `/feeds/rss.xml?section=${name}`], secretSection],
  ['posts/list', name => ['GET', `/posts?sections=${name}`], secretSection],
  ['posts/list', name => ['GET', `/posts?sections=open,${name}`], secretSection],
  ['posts/list', name => ['GET', `/posts?all_sections=open,${name}`], secretSection],
  ['posts/list', name => ['GET', `/posts?exclude_sections=${name}`], secretSection],
  ['posts/list', name => ['GET', `/posts?tags=${name}`], () => ['*secret']],
  ['posts/tag', name => ['GET', `/posts/tag?tag=${name}`], () => ['*secret']],
  ['posts/tag', name => ['GET', `/posts/tag?tag=news&exclude_tags=${name}`], () => ['*secret']],
  ['posts/search', name => ['GET', `/posts/search?phrase=${name}`], () => ['zebra', '"zebra"', 'secret']],
  ['posts/list', name => ['GET', `/posts?phrase=${name}`], () => ['zebra', '"zebra"', 'secret']],
];

/** Public routes whose names and ids are never hidden, or that have none. */
const NOTHING_HIDDEN = [
  'authors/by-name',
  'authors/get',
  'authors/search',
  'badges/get',
  'badges/list',
  'posts/author',
  'posts/changes',
  'posts/frontpage',
  'posts/page-views',
  'sections/list',
  'sitemaps/index',
  'sitemaps/month',
  'sitemaps/news',
  'tags/list',
];

describe('read without a key of a hidden record', () => {
  it('has a case in this test for every public route', () => {
    const tried = new Set([...PAIRS.map(([route]) => route), ...NOTHING_HIDDEN]);
    expect(publicRoutes.map(({ name }) => name).sort()).toEqual([...tried].sort());
  });

  it.each(
    PAIRS.map(([route, ask, hidden]): [string, string, Pair[1], Pair[2]] => [
      route,
      ask('…')[1],
      ask,
      hidden,
    ]),
  )('returns the same as for an unknown record from %s: %s', async (_route, _path, ask, hidden) => {
    const answer = async (name: unknown) => {
      const [method, path] = ask(String(name));
      const body = method === 'POST' ? { body: {} } : {};
      const reply = await api.send(method, path, { ...noKey, ...body });
      const text = JSON.stringify(reply.body).replaceAll(String(name), '<asked>');
      return [reply.status, text, reply.headers.get('link'), reply.headers.get('cache-control')];
    };
    const missing = await answer(UNKNOWN);
    for (const name of hidden()) expect(await answer(name)).toEqual(missing);
  });
});

describe('offset of a list without a key', () => {
  const getEntries = (query: unknown): object => (query as { entries?: object } | undefined)?.entries ?? {};

  it.each(reading.map(route => [route.name, route] as const))(
    'is at most 1000 in %s if the list is paged',
    async (name, route) => {
      const { query } = (await route.load()).default;
      if (!('cursor' in getEntries(query))) return;
      const path = REQUESTS[name]!();
      const ask = (offset: number, call: object) =>
        api.get(`${path}${path.includes('?') ? '&' : '?'}offset=${offset}`, call);
      expect((await ask(1000, noKey)).status).toBe(200);
      const message =
        'offset: must be at most 1000 without an API key; page further with the cursor of the Link header';
      expectRefused(await ask(1001, noKey), 400, 'invalid_input', message);
      expect((await ask(10_000, {})).status).toBe(200);
    },
  );

  it('is refused together with the other faults of the request', async () => {
    const reply = await api.get('/posts?offset=1001&limit=0', noKey);
    expectRefused(reply, 400, 'invalid_input', /^limit: /, /^offset: must be at most 1000 /);
  });
});

describe('POST /posts/{id}/page_views without a key', () => {
  it('accepts only a count of 1', async () => {
    const { id } = await makePost(api);
    const count = (body: object, call: object) => api.post(`/posts/${id}/page_views`, body, call);
    for (const body of [{}, { count: 1 }, { count: null }])
      expect((await count(body, noKey)).status).toBe(200);
    for (const many of [2, 100_000])
      expectRefused(
        await count({ count: many }, noKey),
        400,
        'invalid_input',
        'count: must be 1 without an API key',
      );
    expect((await count({ count: 5 }, {})).status).toBe(200);
    expect((await api.get(`/posts/${id}`)).body.stats.page_views_count).toBe(8);
  });
});
