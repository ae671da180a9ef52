import { beforeEach, describe, expect, it } from 'vitest';
import { configureSite, parseSite } from '../../../shared/platform/site/site.ts';
import { nowTs } from '../../../shared/platform/core/clock.ts';
import { pathKey } from '../../../shared/posts/paths/paths.ts';
import { readPosts } from '../../../shared/posts/record/read.ts';
import { postKey } from '../../../shared/posts/record/record.ts';
import { publishDue } from '../../../shared/posts/publishing/jobs/publish-due.ts';
import { recordItem } from '../../../shared/platform/store/records/record.ts';
import { putItem } from '../../../shared/platform/store/put.ts';
import { dyingAfter, withFaults } from '../../support/aws/faults.ts';
import { useApi, type Reply } from '../../support/api/api.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

process.env.LOG_LEVEL = 'silent';

const BASE = 'https://news.example/daily';
const api = useApi();
const noKey = { key: null };
let number = 0;

function configure(settings: object = {}): void {
  configureSite(parseSite({ baseUrl: BASE, features: { publicRead: true, pageList: true }, ...settings }));
}

beforeEach(() => configure());

function find(path: string, call: object = {}): Promise<Reply> {
  return api.get('/posts/permalink', { query: { path }, ...call });
}

/** What a path leads to: the id of a post, `→` and the path to which it has moved, or the status of an error. */
async function resolve(path: string, call: object = {}): Promise<unknown> {
  const { status, body } = await find(path, call);
  return status === 200 ? (body.id ?? `→ ${body.moved_to}`) : status;
}

function edit(id: number, body: object): Promise<any> {
  return ok(api.put(`/posts/${id}`, body));
}

/** A post with a basename that no other test uses. */
function aPost(fields: object = {}): Promise<any> {
  return makePost(api, { headline: `Post ${++number}`, ...fields });
}

/** Stores a path as a version that kept every spelling of it did. */
async function storePage(id: number, path: string): Promise<void> {
  const [post] = await readPosts([id], { content: false, consistent: true });
  const { value, version } = post!;
  await putItem(recordItem(postKey(id), version, { ...value, page_list: [{ view: 'web', path }] }));
  await putItem({ ...pathKey(path), living: new Set([id]) });
}

function aSection(fields: object = {}): Promise<any> {
  return makeSection(api, { title: `Desk ${++number}`, url: `desk-${number}`, ...fields });
}

describe('GET /posts/permalink', () => {
  it('returns the post whose post_url has the path, as GET /posts/{id} does', async () => {
    const post = await aPost({ body: '<p>At last.</p>' });
    const [reply, byId] = [await find(post.slug), await api.get(`/posts/${post.id}`)];
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(byId.body);
    expect(reply.headers.get('etag')).toBe(byId.headers.get('etag'));
    expect(reply.headers.get('link')).toBeNull();
    const rendered = await find(post.slug, { query: { path: post.slug, render_shortcodes: 1 } });
    expect(rendered.body.body_html).toBe('<p>At last.</p>');
  });

  it('finds a post by all tokens of the permalink pattern', async () => {
    configure({ permalink: '/<section>/<year>/<month>/<day>/<basename>-<id>.html' });
    const parent = await aSection();
    const child = await aSection({ parent_id: parent.id });
    for (const sections of [[child.id], []]) {
      const { id, slug } = await aPost({ sections });
      expect([slug, await resolve(slug)]).toEqual([slug, id]);
    }
  });

  it('finds a post that its schedule published at the post_url that it had while it was scheduled', async () => {
    configure({ permalink: '/<year>/<month>/<day>/<basename>' });
    const { id, slug: before } = await makeDraft(api, { headline: `Draft ${++number}` });
    const at = nowTs() + 40 * 86_400;
    const { slug } = await ok(api.put(`/scheduled_posts/${id}`, { scheduled_at: at }));
    await publishDue(id, () => at);
    expect([slug === before, await resolve(slug)]).toEqual([false, id]);
  });

  it('finds a post by the first path of its page_list, encoded or decoded', async () => {
    const path = `über uns/100%/${++number}`;
    const { id, slug } = await aPost({ page_list: [{ view: 'web', path }] });
    expect([await resolve(slug), await resolve(`/daily/${path}`)]).toEqual([id, id]);
  });

  it('finds a post by its slug in any script: encoded, decoded, in another normal form or case', async () => {
    configure({ permalink: '/<section>/<basename>' });
    const section = await aSection({ url: 'समाचार' });
    const fields = { sections: [section.id], manual_basename: `straße-é` };
    const { id, slug, post_url } = await aPost(fields);
    const path = '/daily/समाचार/straße-é';
    expect(slug).toBe(path);
    const encoded = new URL(post_url).pathname;
    expect(encoded).toBe(encodeURI(path));
    for (const form of [slug, encoded, encoded.toLowerCase(), slug.normalize('NFD'), `${encoded}/`])
      expect([form, await resolve(form)]).toEqual([form, form.endsWith('/') ? `→ ${encoded}` : id]);
    expect(await resolve('/daily/समाचार/strasse-é')).toBe(`→ ${encoded}`);
    const { slug: now, post_url: url } = await edit(id, { manual_basename: '橋が開通' });
    expect([await resolve(encoded), await resolve(now)]).toEqual([`→ ${new URL(url).pathname}`, id]);
  });

  it('returns 404 for a path outside the base URL, of a draft, of a removed and of no post', async () => {
    const [draft, removed] = [await makeDraft(api, { headline: `Draft ${++number}` }), await aPost()];
    await ok(api.delete(`/posts/${removed.id}`));
    const paths = ['/daily/nothing', `/${(await aPost()).basename}`, draft.slug, removed.slug, '/daily', '/'];
    for (const path of paths) {
      const message = `There is no published post at ${path}`;
      expectRefused(await find(path), 404, 'not_found', message);
    }
  });

  it.each([
    ['', 'path: is required'],
    ['?path=news', 'path: must begin with /'],
    [`?path=/${'x'.repeat(2000)}`, 'path: must have at most 2000 characters'],
  ])('returns 400 for the query %.20s', async (query, message) => {
    expectRefused(await api.get(`/posts/permalink${query}`), 400, 'invalid_input', message);
  });

  it('needs a key unless the site has publicRead', async () => {
    const { id, slug } = await aPost();
    expect(await resolve(slug, noKey)).toBe(id);
    configure({ features: {} });
    expectRefused(await find(slug, noKey), 401, 'api_key_missing');
  });
});

describe('former path of a post', () => {
  it('leads to the post’s address after an edit of its basename, with a canonical link', async () => {
    const { id, slug, basename } = await aPost();
    const { post_url, slug: now } = await edit(id, { manual_basename: `${basename}-new` });
    const reply = await find(slug, noKey);
    expect(reply).toMatchObject({ status: 200, body: { moved_to: now } });
    expect(reply.headers.get('link')).toBe(`<${post_url}>; rel="canonical"`);
    expect(await resolve(now, noKey)).toBe(id);
  });

  it('leads to the post that takes it, and after that to the last post that had it and is not removed', async () => {
    const first = await aPost();
    const { basename, slug } = first;
    const moved = await edit(first.id, { manual_basename: `${basename}-1` });
    const second = await makePost(api, { headline: first.headline });
    expect([second.slug, await resolve(slug)]).toEqual([slug, second.id]);
    const again = await edit(second.id, { manual_basename: `${basename}-2` });
    expect([await resolve(slug), await resolve(moved.slug)]).toEqual([`→ ${again.slug}`, first.id]);
    await ok(api.delete(`/posts/${second.id}`));
    expect(await resolve(slug)).toBe(`→ ${moved.slug}`);
    await ok(api.delete(`/posts/${first.id}`));
    expect(await resolve(slug)).toBe(404);
  });

  it('leads to the post also after it was a draft in between', async () => {
    const { id, slug, basename } = await aPost();
    await edit(id, { action: 'unpublish', manual_basename: `${basename}-new` });
    expect(await resolve(slug)).toBe(404);
    const { slug: now } = await ok(api.put(`/drafts/${id}`, { action: 'publish' }));
    expect([await resolve(slug), await resolve(now)]).toEqual([`→ ${now}`, id]);
  });

  it('leads to the post after a change of its section, its date or its page_list', async () => {
    configure({ permalink: '/<section>/<year>/<basename>' });
    const sections = [(await aSection()).id, (await aSection()).id];
    const post = await aPost({ sections, primary_section: sections[0] });
    const former = [post.slug];
    for (const change of [
      { primary_section: sections[1] },
      { created_ts: Date.UTC(2019, 5) / 1000 },
      { page_list: [{ view: 'web', path: `/own/${++number}` }] },
      { page_list: null, created_ts: Date.UTC(2018, 5) / 1000 },
    ]) {
      const { slug } = await edit(post.id, change);
      const found = await Promise.all(former.map(path => resolve(path)));
      expect([found, await resolve(slug)]).toEqual([former.map(() => `→ ${slug}`), post.id]);
      former.push(slug);
    }
    expect(new Set(former).size).toBe(5);
  });

  it('leads to the post after its section has another url, although the post is not written', async () => {
    configure({ permalink: '/<section>/<basename>' });
    const section = await aSection();
    const { id, slug, basename } = await aPost({ sections: [section.id] });
    await ok(api.put(`/sections/${section.id}`, { url: `${section.url}-new` }));
    const now = `/daily/${section.url}-new/${basename}`;
    expect([await resolve(slug), await resolve(now)]).toEqual([`→ ${now}`, id]);
    const { slug: last } = await edit(id, { manual_basename: `${basename}-new` });
    const found = [await resolve(slug), await resolve(now), await resolve(last)];
    expect(found).toEqual([`→ ${last}`, `→ ${last}`, id]);
  });

  it('leads to the post after the pattern has changed, by the patterns of formerPermalinks', async () => {
    const { id, slug, basename } = await aPost();
    configure({ permalink: '/story/<id>', formerPermalinks: ['/<year>/<month>/<basename>/'] });
    const now = `/daily/story/${id}`;
    expect([await resolve(slug), await resolve(now)]).toEqual([`→ ${now}`, id]);
    expect(await resolve(`/daily/2011/04/${basename}/`)).toBe(`→ ${now}`);
    expect(await resolve(`/daily/2011/${basename}/`)).toBe(404);
  });

  it('never leads a caller without a key to a private post', async () => {
    const hidden = await aSection({ status: 1 });
    const { id, slug, basename } = await aPost();
    const { slug: now } = await edit(id, { manual_basename: `${basename}-new`, sections: [hidden.id] });
    expect([await resolve(slug), await resolve(now)]).toEqual([`→ ${now}`, id]);
    expect([await resolve(slug, noKey), await resolve(now, noKey)]).toEqual([404, 404]);
  });
});

describe('path of a published post', () => {
  const pages = (path: string) => [{ view: 'web', path }];
  const refusal = (field: string, path: string, id: number) =>
    `${field}: the path ${path} belongs to the published post ${id}`;

  it('stays with the post that took it first: another post gets 409 with the path and the post', async () => {
    const path = `/front/${++number}`;
    const { id } = await aPost({ page_list: pages(path) });
    const [draft, other] = [await makeDraft(api, { page_list: pages(path) }), await aPost()];
    for (const reply of [
      await api.post('/posts', { headline: 'Mine', page_list: pages(path) }),
      await api.put(`/drafts/${draft.id}`, { action: 'publish' }),
      await api.put(`/posts/${other.id}`, { page_list: pages(path) }),
    ])
      expectRefused(reply, 409, 'conflict', refusal('page_list', path, id));
    expect(await resolve(`/daily${path}`)).toBe(id);
    await ok(api.delete(`/posts/${id}`));
    const { id: next } = await edit(other.id, { page_list: pages(path) });
    expect(await resolve(`/daily${path}`)).toBe(next);
    const restored = await api.put(`/posts/${id}`, { action: 'restore' });
    expectRefused(restored, 409, 'conflict', refusal('page_list', path, next));
  });

  it('is refused with 409 when another post has it by its basename or its page_list', async () => {
    const post = await aPost();
    const own = `/${post.basename}`;
    const reply = await api.post('/posts', { headline: 'Mine', page_list: pages(own) });
    expectRefused(reply, 409, 'conflict', refusal('page_list', own, post.id));
    const page = await aPost({ page_list: pages('/taken-by-a-page') });
    const named = await api.post('/posts', { headline: 'Taken by a page' });
    expectRefused(named, 409, 'conflict', refusal('manual_basename', '/taken-by-a-page', page.id));
  });

  it.each([
    ['with a slash at its end', (path: string) => `${path}/`],
    ['percent-encoded', (path: string) => encodeURI(path)],
    ['with an ASCII letter encoded', (path: string) => path.replace('d', '%64')],
    ['decomposed', (path: string) => path.normalize('NFD')],
  ])('can’t be taken in another spelling: %s', async (_, spell) => {
    const { id, basename } = await aPost({ manual_basename: `d\u00e9j\u00e0-क\u200dष-${++number}` });
    const page = await aPost({ page_list: pages(`/d\u00e9j\u00e0/${++number}`) });
    for (const [path, holder] of [
      [`/${basename}`, id],
      [page.slug.replace('/daily', ''), page.id],
    ] as const) {
      const spelled = spell(path);
      const before = await resolve(`/daily${spelled}`);
      const reply = await api.post('/posts', { headline: 'Mine', page_list: pages(spelled) });
      expect(reply).toMatchObject({ status: 409, body: { status: { code: 'conflict' } } });
      expect(JSON.stringify(reply.body)).toContain(`belongs to the published post ${holder}`);
      expect(await resolve(`/daily${spelled}`)).toBe(before);
      expect(await resolve(`/daily${path}`)).toBe(holder);
    }
  });

  it('finds its post by its encoded form although an earlier version gave that form to another post', async () => {
    const { id, slug } = await aPost({ manual_basename: `déjà-${++number}` });
    const { id: other } = await aPost({ page_list: pages(`/${++number}`) });
    const encoded = encodeURI(slug.replace('/daily', ''));
    await storePage(other, encoded);
    expect(await resolve(`/daily${encoded}`)).toBe(id);
  });

  it('is refused to another post although the entry of its post is missing since the section’s url changed', async () => {
    configure({ permalink: '/<section>/<basename>' });
    const section = await aSection();
    const { id, slug, basename } = await aPost({ sections: [section.id] });
    await ok(api.put(`/sections/${section.id}`, { url: `${section.url}-new` }));
    const now = `/${section.url}-new/${basename}`;
    const reply = await api.post('/posts', { headline: 'Mine', page_list: pages(now) });
    expectRefused(reply, 409, 'conflict', refusal('page_list', now, id));
    const taker = await aPost({ page_list: pages(slug.replace('/daily', '')) });
    expect([await resolve(slug), await resolve(`/daily${now}`)]).toEqual([taker.id, id]);
  });

  it('goes to one of several posts that take it at the same time', async () => {
    const path = `/front/${++number}`;
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => api.post('/posts', { headline: 'At once', page_list: pages(path) })),
    );
    const winners = replies.filter(({ status }) => status === 200);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await resolve(`/daily${path}`)).toBe(winners[0]!.body.id);
  });

  it('stays with the oldest of the posts that shared it in an earlier version', async () => {
    const path = `/front/${++number}`;
    const first = await aPost({ page_list: pages(path) });
    const second = await aPost({ page_list: pages(`${path}-2`) });
    await putItem({ ...pathKey(path), living: new Set([second.id, first.id]) });
    expect(await resolve(`/daily${path}`)).toBe(first.id);
    const reply = await api.put(`/posts/${second.id}`, { page_list: pages(path) });
    expectRefused(reply, 409, 'conflict', refusal('page_list', path, first.id));
  });

  it('stays with its post when a scheduled post with the same path is published', async () => {
    const path = `/front/${++number}`;
    const { id: scheduled } = await makeDraft(api, { page_list: pages(path) });
    const at = nowTs() + 1000;
    await ok(api.put(`/scheduled_posts/${scheduled}`, { scheduled_at: at }));
    const { id } = await aPost({ page_list: pages(path) });
    expect(await publishDue(scheduled, () => at)).toBe(0);
    expect((await ok(api.get(`/posts/${scheduled}`))).status).toBe('published');
    expect(await resolve(`/daily${path}`)).toBe(id);
  });
});

describe('change of paths', () => {
  it('leaves each path leading to a post when two posts exchange their basenames at the same time', async () => {
    const posts = [await aPost(), await aPost()];
    const [a, b] = posts.map(({ basename }) => basename);
    for (let round = 0; round < 3; round++)
      await Promise.all(
        posts.map(({ id }, index) => edit(id, { manual_basename: (index + round) % 2 ? a : b })),
      );
    const now = await Promise.all(posts.map(({ id }) => ok(api.get(`/posts/${id}`))));
    for (const { id, slug } of now) expect(await resolve(slug)).toBe(id);
    for (const { slug } of posts) {
      const living = now.find(post => post.slug === slug);
      const answer = await resolve(slug);
      if (living) expect(answer).toBe(living.id);
      else expect(now.map(post => `→ ${post.slug}`)).toContain(answer);
    }
  });

  it.each([0, 1, 2, 3, 4])(
    'happens whole or not at all when the process dies after %i calls',
    async calls => {
      const { id, slug, basename } = await aPost();
      await withFaults(dyingAfter(calls), () =>
        api.put(`/posts/${id}`, { manual_basename: `${basename}-new` }),
      );
      const { slug: now } = await ok(api.get(`/posts/${id}`));
      expect([await resolve(now), await resolve(slug)]).toEqual([id, now === slug ? id : `→ ${now}`]);
    },
  );
});
