import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { makeDraft, makePost, ok } from '../../support/resources/posts.ts';
import { READERS_SITE, useReadersSite } from '../../support/web/readers-site.ts';

const api = useApi(READERS_SITE);
const { makeSection, read } = useReadersSite(api);

describe('addresses of the readers’ site', () => {
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
      [profile.replace(/.$/, last => last.toUpperCase()), `${profile}/`],
      ['/', '/'],
    ] as const)
      expect((await read(path)).text, path).toMatch(
        new RegExp(`<link rel="canonical" href="[^"/]*//[^/]*${canonical}">`),
      );
  });

  it.each(['search', 'desk', 'docs', 'api', 'sign-in', 'api/news'])(
    'shows a section whose path %s is one of the service’s at the path that WordPress gives it',
    async url => {
      const title = `Section ${url}`;
      await makeSection({ title, url, tags: [url] });
      const { slug } = await makePost(api, { headline: `Within ${url}`, tags: [url] });
      const path = `/category/${url}`;

      const page = await read(path);

      expect(page.text).toContain(`<h1>${title}</h1>`);
      expect(page.text).toContain(`Within ${url}`);
      expect(page.text).toMatch(new RegExp(`<link rel="canonical" href="[^"]*${path}">`));
      expect(page.text).toContain(`<li><a href="${path}" aria-current="page">${title}</a></li>`);
      expect((await read('/sitemaps/pages.xml')).text).toContain(`${path}</loc>`);
      expect((await read(`/feeds/rss.xml?section=${url}`)).text).toContain(`${path}</link>`);
      expect(slug).toBe(`/${url}/within-${url.replace('/', '-')}`);
    },
  );

  it('shows the stories of a section named Media, next to the files', async () => {
    await makeSection({ title: 'Media', url: 'media', tags: ['media'] });
    const { slug } = await makePost(api, { headline: 'A paper closes', tags: ['media'] });

    expect(slug).toBe('/media/a-paper-closes');
    expect((await read(slug)).text).toContain('A paper closes');
    expect((await read('/media/avatar.svg')).headers.get('content-type')).toBe('image/svg+xml');
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

  it('redirects the number that a post had in WordPress, whose address has the name', async () => {
    const wordpress = { id: 123, type: 'page', link: 'https://old.example/about-us/' };
    const { slug } = await makePost(api, { headline: 'About', roar_specific_data: { wordpress } });

    for (const path of ['/?p=123', '/?page_id=123']) {
      const { status, headers } = await read(path);
      expect({ status, location: headers.get('location') }, path).toEqual({ status: 301, location: slug });
    }
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

  it('shows a post at the path of the archive', async () => {
    const { id } = await makePost(api, { headline: 'Our archive', manual_basename: 'archive' });
    expect((await read('/archive')).text).toContain('<h1 dir="auto">Our archive</h1>');
    await ok(api.delete(`/posts/${id}`));
  });

  it('answers 404 with a page for browsers, and with an error of the API for programs', async () => {
    const page = await read('/nowhere');
    const program = await read('/nowhere', {});

    expect(page).toMatchObject({ status: 404, text: expect.stringContaining('This page does not exist') });
    expect(program.status).toBe(404);
    expect(JSON.parse(program.text).status.code).toBe('not_found');
  });
});
