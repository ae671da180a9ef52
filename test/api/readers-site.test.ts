import { describe, expect, it } from 'vitest';
import { advanceClock } from '../support/clock.ts';
import { useApi } from './support/api.ts';
import { makeDraft, makePost, ok } from './support/posts.ts';

const api = useApi({
  features: { publicRead: true },
  permalink: '/<section>/<basename>',
  siteTitle: 'The Courier',
});

const SCRIPT = '<script>alert(1)</script>';

async function read(path: string, headers: Record<string, string> = { accept: 'text/html' }) {
  // Each page is kept for some seconds.
  advanceClock(5);
  const response = await fetch(new URL(path, api.stack.url), { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function makeSection(fields: object): Promise<any> {
  return await ok(api.post('/sections', { status: 2, ...fields }));
}

describe('the readers’ site', () => {
  it('shows the front page with its newest posts, and no draft or private post', async () => {
    const { post_url } = await makePost(api, { headline: 'The bridge is open', subheadline: 'At last' });
    const { id } = await makeSection({ title: 'Staff', url: 'staff', tags: ['staff'], status: 1 });
    await makePost(api, { headline: 'Hidden', sections: [id] });
    await makeDraft(api, { headline: 'Unfinished' });

    const { status, headers, text } = await read('/');

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(text).toContain('<title>The Courier</title>');
    expect(text).toContain(`<a href="${new URL(post_url).pathname}">The bridge is open</a>`);
    expect(text).toContain('At last');
    expect(text).not.toMatch(/Hidden|Unfinished/);
  });

  it('shows a section with its parts at its path, and a post in it at its own', async () => {
    const news = await makeSection({ title: 'News', url: 'news', tags: ['news'] });
    await makeSection({ title: 'Town Hall', url: 'town-hall', parent_id: news.id });
    const { post_url } = await makePost(api, {
      headline: 'New mayor',
      tags: ['news'],
      body: '<p>She walks.</p>',
    });

    const section = await read('/news');
    const post = await read(new URL(post_url).pathname);

    expect(section.text).toMatch(/<h1>News<\/h1>.*href="\/news\/town-hall">Town Hall<.*New mayor/s);
    expect(post.text).toContain('<h1>New mayor</h1>');
    expect(post.text).toContain('<p>She walks.</p>');
    expect(post.text).toContain(`<link rel="canonical" href="${post_url}"`);
    expect(post.text).toContain('<a rel="tag" href="/tags/news">news</a>');
  });

  it('redirects a former path of a post to its path now', async () => {
    const { id, slug } = await makePost(api, { headline: 'Moved', manual_basename: 'before' });
    await ok(api.put(`/posts/${id}`, { manual_basename: 'after' }));

    const { status, headers } = await read(slug);

    expect(status).toBe(301);
    expect(headers.get('location')).toMatch(/\/after$/);
  });

  it('redirects the address that a post had in WordPress, also one in the query', async () => {
    const withLink = (link: string) => ({ roar_specific_data: { wordpress: { id: 7, type: 'post', link } } });
    const { slug } = await makePost(api, {
      headline: 'From WordPress',
      ...withLink('https://old.example/2015/01/27/from-wordpress/'),
    });
    const plain = await makePost(api, { headline: 'Plain', ...withLink('https://old.example/?p=7') });

    for (const [path, location] of [
      ['/2015/01/27/from-wordpress/', slug],
      ['/2015/01/27/from-wordpress', slug],
      ['/?p=7', plain.slug],
    ]) {
      const { status, headers } = await read(path);
      expect({ status, location: headers.get('location') }, path).toEqual({ status: 301, location });
    }
    expect((await read('/?p=8')).status).toBe(404);
    expect((await read('/?c=8')).status).toBe(200);
  });

  it('shows the draft of a preview by its link, and lets nothing store it', async () => {
    const { id } = await makeDraft(api, { headline: 'Not yet', body: '<p>Soon.</p>' });
    const { url } = await ok(api.post(`/drafts/${id}/previews`, {}));
    const { pathname, search } = new URL(url);

    const { status, headers, text } = await read(pathname + search);

    expect(status).toBe(200);
    expect(text).toContain('<p>Soon.</p>');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect((await read(`${pathname}?preview=${'0'.repeat(43)}`)).status).toBe(404);
    expect((await read(pathname)).status).toBe(404);
  });

  it('lists the posts of a tag and of an author, and those that a search finds', async () => {
    const { authorId } = await api.keyOf('Editor');
    const author = await ok(api.get(`/api/1.1/authors/${authorId}`));
    await makePost(api, { headline: 'Ferry strikes', tags: ['ferries'], roar_author_ids: [authorId] });

    const pages = await Promise.all(['/tags/ferries', `/u/${author.name}/`].map(path => read(path)));

    for (const { status, text } of pages) {
      expect(status).toBe(200);
      expect(text).toContain('Ferry strikes');
    }
    expect((await read('/search?q=nothing+like+it')).text).toContain('There are no stories here yet.');
  });

  it('leads to older posts by a link, page by page', async () => {
    for (let made = 0; made < 21; made++) await makePost(api, { headline: `Old ${made}`, tags: ['many'] });

    const first = await read('/tags/many');
    const [, next = ''] = /rel="next" href="([^"]*)"/.exec(first.text) ?? [];
    const second = await read(`/tags/many${next.replaceAll('&amp;', '&')}`);

    expect(first.text.match(/<article/g)).toHaveLength(20);
    expect(second.text.match(/<article/g)).toHaveLength(1);
    expect(second.text).not.toContain('rel="next"');
  });

  it('escapes every field, removes scripts from bodies, and lets no script run', async () => {
    const fields = ['headline', 'subheadline', 'photo_caption', 'photo_credit'];
    const { post_url } = await makePost(api, {
      ...Object.fromEntries(fields.map(field => [field, `${field} ${SCRIPT}`])),
      tags: [SCRIPT],
      body: `<p onclick="alert(1)">Text</p>${SCRIPT}`,
    });

    for (const path of ['/', new URL(post_url).pathname, `/search?q=${encodeURIComponent(SCRIPT)}`]) {
      const { headers, text } = await read(path);
      expect(text).not.toMatch(/<script>|onclick/);
      expect(headers.get('content-security-policy')).toContain("script-src 'none'");
    }
  });

  it('answers 404 with a page for browsers, and with an error of the API for programs', async () => {
    const page = await read('/nowhere');
    const program = await read('/nowhere', {});

    expect(page).toMatchObject({ status: 404, text: expect.stringContaining('This page does not exist') });
    expect(program.status).toBe(404);
    expect(JSON.parse(program.text).status.code).toBe('not_found');
  });

  it('shows a post within 5 s, and answers 304 until a page changes', async () => {
    const first = await read('/tags/news');
    const again = await read('/tags/news', { 'if-none-match': first.headers.get('etag')! });
    await makePost(api, { headline: 'Fresh', tags: ['news'] });
    const changed = await read('/tags/news', { 'if-none-match': first.headers.get('etag')! });

    expect(first.headers.get('cache-control')).toBe('public, max-age=3');
    expect(again.status).toBe(304);
    expect(changed.text).toContain('Fresh');
  });

  it('takes a post off its page within 5 s after it is unpublished, with what browsers keep', async () => {
    const { id, post_url } = await makePost(api, { headline: 'Withdrawn' });
    const { pathname } = new URL(post_url);
    const { headers } = await read(pathname);
    await ok(api.put(`/posts/${id}`, { action: 'unpublish' }));
    const maxAgeS = Number(headers.get('cache-control')?.replace(/^public, max-age=/, ''));
    advanceClock(5 - maxAgeS);
    const response = await fetch(new URL(pathname, api.stack.url), { headers: { accept: 'text/html' } });
    expect(response.status).toBe(404);
  });

  it('serves its style sheet and robots.txt', async () => {
    expect((await read('/site.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect((await read('/robots.txt')).text).toContain('Disallow: /search');
  });
});
