import { describe, expect, it } from 'vitest';
import { advanceClock } from '../../support/time/clock.ts';
import { until } from '../../support/time/until.ts';
import { useApi } from '../../support/api/api.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';

const api = useApi({
  features: { publicRead: true },
  permalink: '/<section>/<basename>',
  siteTitle: 'The Courier',
});

const BROWSER = { accept: 'text/html' };
const SCRIPT = '<script>alert(1)</script>';

async function read(path: string, headers: Record<string, string> = BROWSER) {
  // Each page is kept for some seconds.
  advanceClock(5);
  const response = await fetch(new URL(path, api.stack.url), { headers, redirect: 'manual' });
  return { path, status: response.status, headers: response.headers, text: await response.text() };
}

/** The address of the newer or older page of a list. */
function linkIn({ path, text }: { path: string; text: string }, rel: 'prev' | 'next'): string {
  const [, query] = new RegExp(`rel="${rel}" href="([^"]*)"`).exec(text) ?? [];
  if (query === undefined) throw new Error(`The page has no link to the ${rel} one`);
  return `${new URL(path, api.stack.url).pathname}${query.replaceAll('&amp;', '&')}`;
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
    expect(post.text).toContain('<h1 dir="auto">New mayor</h1>');
    expect(post.text).toContain('<p dir="auto">She walks.</p>');
    expect(post.text).toContain(`<link rel="canonical" href="${post_url}"`);
    expect(post.text).toContain('<a rel="tag" href="/tags/news">news</a>');
    for (const feed of ['rss.xml', 'atom.xml', 'feed.json'])
      expect(section.text).toContain(`title="News – The Courier" href="/feeds/${feed}?section=news"`);
    expect(post.text).toContain('title="The Courier" href="/feeds/rss.xml"');
  });

  it('names one canonical address for a list whose path has a slash at its end or not', async () => {
    await makeSection({ title: 'Canon', url: 'canon' });
    const { roar_authors } = await makePost(api, { headline: 'Canonical', tags: ['canon'] });
    const profile = `/u/${roar_authors[0].name}`;

    for (const [path, canonical] of [
      ['/canon', '/canon'],
      ['/canon/', '/canon'],
      ['/archive/', '/archive'],
      [profile, `${profile}/`],
      [`${profile}/`, `${profile}/`],
      ['/', '/'],
    ] as const)
      expect((await read(path)).text, path).toMatch(
        new RegExp(`<link rel="canonical" href="[^"/]*//[^/]*${canonical}">`),
      );
  });

  it('keeps search engines from the endless months without a story', async () => {
    expect((await read('/archive/1999-01')).text).toContain('<meta name="robots" content="noindex">');
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

  it('links a tag by one address, redirects its other spellings there, and names it as canonical', async () => {
    const { slug } = await makePost(api, { headline: 'Budget', tags: ['Council', 'c#'] });

    const page = await read('/tags/council');
    const others = await Promise.all(
      ['/tags/Council', '/tags/COUNCIL', '/tags/council/', '/tags/Council?cursor=a'].map(path => read(path)),
    );

    expect(page.text).toContain('<h1>Council</h1>');
    expect(page.text).toMatch(/<link rel="canonical" href="[^"]*\/tags\/council">/);
    expect(others.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [301, '/tags/council'],
      [301, '/tags/council'],
      [301, '/tags/council'],
      [301, '/tags/council?cursor=a'],
    ]);
    expect((await read(slug)).text).toContain('<a rel="tag" href="/tags/council">Council</a>');
    expect((await read('/tags/c%23')).text).toMatch(/rel="canonical" href="[^"]*\/tags\/c%23">/);
  });

  it('has a page for a tag that ends in a slash, and names a tag of dots without a link', async () => {
    const { slug } = await makePost(api, { headline: 'Slashed', tags: ['Paths/', 'a/b', '.', '..'] });

    const { text } = await read(slug);

    expect(text).toContain('href="/tags/paths%2F/"');
    for (const path of ['/tags/paths%2F/', '/tags/a%2Fb'])
      expect(await read(path), path).toMatchObject({ status: 200, text: expect.stringContaining('Slashed') });
    expect((await read('/tags/paths%2F/')).text).toMatch(/rel="canonical" href="[^"]*\/tags\/paths%2F\/">/);
    expect((await read('/tags/PATHS%2F/')).headers.get('location')).toBe('/tags/paths%2F/');
    expect((await read('/tags/a%2Fb/')).headers.get('location')).toBe('/tags/a%2Fb');
    expect(text).toContain('<li><span>.</span></li>');
    expect(text).not.toMatch(/href="\/tags\/\.+"/);
  });

  it('answers 404 for a tag without a published story', async () => {
    await makeDraft(api, { headline: 'Unfinished', tags: ['unpublished'] });

    const pages = await Promise.all(['/tags/nosuchtag', '/tags/unpublished'].map(path => read(path)));

    expect(pages.map(({ status }) => status)).toEqual([404, 404]);
  });

  it('leads page by page to older posts and back, without losing or repeating one', async () => {
    const headlines = Array.from({ length: 45 }, (_, index) => `Old ${index}.`);
    // Three posts share each second.
    for (const [index, headline] of headlines.entries())
      await makePost(api, { headline, tags: ['many'], created_ts: 1_700_000_000 - Math.floor(index / 3) });
    const shown = ({ text }: { text: string }) => text.match(/Old \d+\./g) ?? [];

    const first = await read('/tags/many');
    const second = await read(linkIn(first, 'next'));
    await makePost(api, { headline: 'Published between two pages', tags: ['many'] });
    const third = await read(linkIn(second, 'next'));

    const pages = [first, second, third];
    expect(pages.map(page => shown(page).length)).toEqual([20, 20, 5]);
    expect(new Set(pages.flatMap(shown))).toEqual(new Set(headlines));
    expect(pages.map(({ text }) => [text.includes('rel="prev"'), text.includes('rel="next"')])).toEqual([
      [false, true],
      [true, true],
      [true, false],
    ]);
    expect(shown(await read(linkIn(third, 'prev')))).toEqual(shown(second));
    const newest = await read(linkIn(await read(linkIn(third, 'prev')), 'prev'));
    expect(newest.text).toContain('Published between two pages');
    expect(linkIn(second, 'prev')).toBe('/tags/many?');
  });

  it('leads from a front page that no editor filled to every story, by month too', async () => {
    await makePost(api, { headline: 'Of long ago', created_ts: Date.UTC(2019, 4, 31, 23, 30) / 1000 });

    const front = await read('/');
    expect(front.text).toContain('<a rel="next" href="/archive">All stories</a>');
    expect((await read('/archive')).text).toContain('<a href="/archive/2019-05">May</a>');
    expect((await read('/archive/2019-05')).text).toMatch(/<h1>May 2019<\/h1>.*Of long ago/s);
    expect((await read('/archive/2019-06')).text).toContain('There are no stories here yet.');
    expect((await read('/archive/2019-13')).status).toBe(404);
  });

  it('shows a post at the path of the archive', async () => {
    const { id } = await makePost(api, { headline: 'Our archive', manual_basename: 'archive' });
    expect((await read('/archive')).text).toContain('<h1 dir="auto">Our archive</h1>');
    await ok(api.delete(`/posts/${id}`));
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

  it('keeps the words of a search on its further pages', async () => {
    for (let made = 0; made < 21; made++) await makePost(api, { headline: 'Kestrel & owl' });
    await until(async () => expect((await read('/search?q=kestrel')).text).toContain('rel="next"'));

    const next = linkIn(await read('/search?q=kestrel'), 'next');

    expect(next).toMatch(/^\/search\?q=kestrel&cursor=/);
    const second = await read(next);
    expect(second.text.match(/<article/g)).toHaveLength(1);
    expect(linkIn(second, 'prev')).toBe('/search?q=kestrel');
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

  it.each([
    ['unpublished', (id: number) => api.put(`/posts/${id}`, { action: 'unpublish' })],
    ['removed', (id: number) => api.delete(`/posts/${id}`)],
  ])('shows a post nowhere 5 s after it was %s, with what browsers keep', async (state, take) => {
    const headline = `Soon ${state}`;
    await api.post('/sections', { title: 'Taken down', url: 'takendown', status: 2 });
    const { id, slug } = await makePost(api, { headline, tags: ['takendown'], sections: ['takendown', 0] });
    const author = (await ok(api.get(`/posts/${id}`))).roar_authors[0].name;
    const paths = ['/', slug, '/takendown', '/tags/takendown', `/u/${author}/`, '/search?q=soon'];
    await until(async () => expect((await read('/search?q=soon')).text).toContain(headline));
    for (const path of paths) expect((await read(path)).text, path).toContain(headline);
    // What is kept was made just before.
    const { headers } = await read('/');
    await Promise.all(paths.map(path => fetch(new URL(path, api.stack.url), { headers: BROWSER })));
    await ok(take(id));

    const maxAgeS = Number(headers.get('cache-control')?.replace(/^public, max-age=/, ''));
    advanceClock(5 - maxAgeS);
    for (const path of paths) {
      const response = await fetch(new URL(path, api.stack.url), { headers: BROWSER });
      expect(await response.text(), path).not.toContain(headline);
      expect(response.status, path).toBe([slug, '/tags/takendown'].includes(path) ? 404 : 200);
    }
  });

  it.each([
    ['/', 'public, max-age=3'],
    ['/tags/none', 'public, max-age=3'],
    ['/search?q=none', 'public, max-age=3'],
    ['/nowhere', 'public, max-age=3'],
    ['/site.css', 'public, max-age=300'],
    ['/robots.txt', 'public, max-age=300'],
    ['/feeds/rss.xml', 'public, max-age=30'],
    ['/sitemap.xml', 'public, max-age=30'],
  ])('lets browsers and CDNs keep %s as "%s"', async (path, expected) => {
    expect((await read(path)).headers.get('cache-control')).toBe(expected);
  });

  it('serves its style sheet and robots.txt', async () => {
    expect((await read('/site.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect((await read('/robots.txt')).text).toContain('Disallow: /search');
  });
});
