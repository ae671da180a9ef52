import { describe, expect, it } from 'vitest';
import { until } from '../../support/time/until.ts';
import { useApi } from '../../support/api/api.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { READERS_SITE, useReadersSite } from '../../support/web/readers-site.ts';

const api = useApi(READERS_SITE);
const { makeSection, read } = useReadersSite(api);
const SCRIPT = '<script>alert(1)</script>';

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
    expect(post.text).toContain('<h1 dir="auto">New mayor</h1>');
    expect(post.text).toContain('<p dir="auto">She walks.</p>');
    expect(post.text).toContain(`<link rel="canonical" href="${post_url}"`);
    expect(post.text).toContain('<a rel="tag" href="/tags/news">news</a>');
    for (const feed of ['rss.xml', 'atom.xml', 'feed.json'])
      expect(section.text).toContain(`title="News – The Courier" href="/feeds/${feed}?section=news"`);
    expect(post.text).toContain('title="The Courier" href="/feeds/rss.xml"');
  });

  it('shows the stories of a section within another, with its feeds', async () => {
    const { id } = await makeSection({ title: 'Lake', url: 'lake', tags: ['lake'] });
    await makeSection({ title: 'Sailing', url: 'sailing', parent_id: id, tags: ['sailing'] });
    await makePost(api, { headline: 'Eight win', tags: ['sailing'] });

    const { text } = await read('/lake/sailing');

    expect(text).toContain('Eight win');
    const [, feed = ''] = /href="(\/feeds\/rss\.xml\?[^"]*)"/.exec(text) ?? [];
    expect((await read(feed)).text).toContain('<title>Eight win</title>');
  });

  it('lets the text of a story choose its direction, in teasers too', async () => {
    const { slug } = await makePost(api, {
      headline: 'גשר חדש',
      subheadline: 'נפתח היום',
      body: '<blockquote><p>סוף סוף</p></blockquote>',
    });

    const front = await read('/');
    const post = await read(encodeURI(slug));

    expect(front.text).toMatch(/<h[23] dir="auto"><a href="[^"]*">גשר חדש</);
    expect(front.text).toContain('<p class="standfirst" dir="auto">נפתח היום</p>');
    expect(post.text).toContain('<h1 dir="auto">גשר חדש</h1>');
    expect(post.text).toContain('<p class="subheadline" dir="auto">נפתח היום</p>');
    expect(post.text).toContain('<blockquote dir="auto"><p>סוף סוף</p></blockquote>');
  });

  it('shows the draft of a preview by its link, and lets nothing store it', async () => {
    const { id } = await makeDraft(api, { headline: 'Not yet', body: '<p>Soon.</p>' });
    const { url } = await ok(api.post(`/drafts/${id}/previews`, {}));
    const { pathname, search } = new URL(url);

    const { status, headers, text } = await read(pathname + search);

    expect(status).toBe(200);
    expect(text).toContain('<p dir="auto">Soon.</p>');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect((await read(`${pathname}?preview=${'0'.repeat(43)}`)).status).toBe(404);
    expect((await read(pathname)).status).toBe(404);
  });

  it('lists the posts of a tag and of an author, and those that a search finds', async () => {
    const { authorId } = await api.makeKey('Editor');
    const author = await ok(api.get(`/api/1.1/authors/${authorId}`));
    await makePost(api, { headline: 'Ferry strikes', tags: ['ferries'], roar_author_ids: [authorId] });

    const pages = await Promise.all(['/tags/ferries', `/u/${author.name}/`].map(path => read(path)));

    for (const { status, text } of pages) {
      expect(status).toBe(200);
      expect(text).toContain('Ferry strikes');
    }
    expect((await read('/search?q=nothing+like+it')).text).toContain('No story has all these words.');
  });

  it('shows blocks of sections, each story once, and what is read most', async () => {
    const { id } = await makeSection({ title: 'Harbour', url: 'harbour' });
    for (const name of ['Quay', 'Pier', 'Buoy', 'Rope', 'Mast', 'Keel', 'Tide', 'Crane'])
      await makePost(api, { headline: `${name} story`, sections: [id] });
    const { id: read_id } = await makePost(api, { headline: 'Read by all' });
    await ok(api.post(`/posts/${read_id}/page_views`, { count: 3 }));
    await until(async () => expect((await read('/')).text).toMatch(/id="most-read".*Read by all/s));

    const { text } = await read('/');
    expect(text).toMatch(/<h2><a href="\/harbour">Harbour<\/a><\/h2>.*Pier story/s);
    expect(text.match(/Quay story/g)).toHaveLength(1);
  });

  it('says who an author is, and offers a search without words and without results', async () => {
    const { authorId } = await api.makeKey('Editor');
    const names = { first_name: 'Ada', last_name: 'Byron' };
    const { name } = await ok(
      api.put(`/api/1.1/authors/${authorId}`, { ...names, about_html: '<p>Counts.</p><script>x</script>' }),
    );

    expect((await read(`/u/${name}/`)).text).toMatch(/<h1>Ada Byron<\/h1><p dir="auto">Counts\.<\/p><\/div>/);
    expect((await read('/search/?q=zzz')).text).toContain('No story has all these words.');
    expect((await read('/search')).text).toContain('Which story are you looking for?');
    expect((await read('/search?q=zzz')).text).toMatch(/No story has all these words\. Try fewer/);
  });

  it('shows the stories that share a tag with a post', async () => {
    const tags = ['kingfishers'];
    await makePost(api, { headline: 'Kingfisher seen', tags });
    const { slug } = await makePost(api, { headline: 'Kingfisher nests', tags });

    const { text } = await read(slug);
    expect(text).toMatch(/id="related".*Kingfisher seen/s);
    expect(text.split('id="related"')[1]).not.toContain('Kingfisher nests');
  });

  it('does not take a tag with a comma for two tags', async () => {
    await makePost(api, { headline: 'Smith again', tags: ['Smith, John'] });
    await makePost(api, { headline: 'Another John', tags: ['john'] });
    const { slug } = await makePost(api, { headline: 'Smith first', tags: ['Smith, John'] });

    const { text } = await read(slug);

    expect(text).toMatch(/id="related".*Smith again/s);
    expect(text).not.toContain('Another John');
  });

  it('marks the section of a page, and the one that contains it, in the navigation', async () => {
    const { id } = await makeSection({ title: 'Sport', url: 'sport' });
    await makeSection({ title: 'Sportive', url: 'sportive' });
    await makeSection({ title: 'Rowing', url: 'rowing', parent_id: id });
    const { slug } = await makePost(api, { headline: 'Gold', sections: [id], primary_section: id });

    const marked = async (path: string) => (await read(path)).text.match(/<a [^>]*aria-current[^<]*/g);
    expect(await marked('/sport')).toEqual(['<a href="/sport" aria-current="page">Sport']);
    expect(await marked('/sport/')).toEqual(['<a href="/sport" aria-current="page">Sport']);
    for (const path of ['/sport/rowing', slug])
      expect(await marked(path)).toEqual(['<a href="/sport" aria-current="true">Sport']);
    expect(await marked('/')).toBeNull();
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

  it('serves its style sheet and robots.txt', async () => {
    expect((await read('/site.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
    // Without the question mark, stories such as `/search-for-a-lost-boat` would be forbidden too.
    expect((await read('/robots.txt')).text).toMatch(/^Disallow: \/search\?$/m);
  });
});
