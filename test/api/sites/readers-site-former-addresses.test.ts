import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

const api = useApi({ features: { publicRead: true }, permalink: '/<year>/<basename>' });

async function read(path: string) {
  // As the programs that read feeds ask.
  const response = await fetch(new URL(path, api.stack.url), { redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location') };
}

let story: string;
let author: string;

beforeAll(async () => {
  const news = await ok(api.post('/sections', { status: 2, title: 'News', url: 'news', tags: ['News'] }));
  const inner = { status: 2, title: 'Town', url: 'town-hall', parent_id: news.id };
  await ok(api.post('/sections', inner));
  for (const [title, url, status] of [
    ['Café', 'cafe', 2],
    ['salt, pepper', 'salt-pepper', 2],
    ['Unused', 'no-longer-used', 2],
    ['Kept back', 'held', 1],
  ])
    await ok(api.post('/tags', { title, url, status }));
  await ok(api.post('/sections', { status: 1, title: 'Staff', url: 'staff', tags: ['staff'] }));
  const post = await makePost(api, {
    headline: 'The bridge',
    tags: ['News', 'City Council', '*secret plan', 'CAFÉ', 'salt, pepper', 'Kept back'],
  });
  story = post.slug;
  author = post.roar_authors[0].name;
});

describe('an address of WordPress on the readers’ site', () => {
  it.each([
    ['/category/news', '/news'],
    ['/category/news/town-hall', '/news/town-hall'],
    ['/category/news/page/2', '/news'],
    ['/news/page/2', '/news'],
    ['/tag/news', '/tags/news'],
    ['/tag/city-council', '/tags/city%20council'],
    ['/tag/City-Council/page/3', '/tags/city%20council'],
    ['/tag/cafe', '/tags/caf%C3%A9'],
    ['/tag/Cafe/page/2', '/tags/caf%C3%A9'],
    ['/tag/salt-pepper', '/tags/salt%2C%20pepper'],
    ['/page/2', '/archive'],
    ['/feed', '/feeds/rss.xml'],
    ['/feed/rss2', '/feeds/rss.xml'],
    ['/feed/atom', '/feeds/atom.xml'],
    ['/news/feed', '/feeds/rss.xml?section=news'],
    ['/category/news/feed', '/feeds/rss.xml?section=news'],
    ['/category/news/town-hall/feed', '/feeds/rss.xml?section=town-hall'],
    ['/tag/city-council/feed', '/feeds/rss.xml?tag=City+Council'],
    ['/tag/cafe/feed', '/feeds/rss.xml?tag=CAF%C3%89'],
  ])('%s leads to %s, which is there', async (path, location) => {
    for (const spelling of [path, `${path}/`])
      expect(await read(spelling), spelling).toEqual({ status: 301, location });
    expect((await read(location)).status).toBe(200);
  });

  it('leads from an author to the author’s page and feed', async () => {
    const page = `/u/${author}/`;
    expect(await read(`/author/${author}/`)).toEqual({ status: 301, location: page });
    expect(await read(`/author/${author}/page/2`)).toEqual({ status: 301, location: page });
    expect(await read(`/author/${author}/feed/`)).toEqual({
      status: 301,
      location: `/feeds/rss.xml?author=${author}`,
    });
    expect((await read(page)).status).toBe(200);
  });

  it('below a post leads to the post, at its path now', async () => {
    for (const below of ['feed', 'comment-page-2', 'amp', '2', 'page/2', 'feed/atom'])
      for (const path of [`${story}/${below}`, `${story}/${below}/`])
        expect(await read(path), path).toEqual({ status: 301, location: story });

    const wordpress = { id: 9, type: 'post', link: 'https://old.example/2015/01/27/old/' };
    const { slug } = await makePost(api, { headline: 'Imported', roar_specific_data: { wordpress } });
    expect(await read('/2015/01/27/old/amp/')).toEqual({ status: 301, location: slug });
  });

  it.each([
    ...[
      '/category/none',
      '/category/town-hall/feed',
      '/category/staff',
      '/category',
      '/none/feed',
      '/staff/feed',
    ],
    ...[
      '/tag/none',
      '/tag/no-longer-used',
      '/tag/held',
      '/tag/secret-plan',
      '/tag/*secret-plan',
      '/tag/a,b',
      '/tag/',
      '/author/none',
      '/author/a/b',
    ],
    ...['/author/none/feed', '/none/amp', '/none/2', '/none/comment-page-2', '/news/amp', '/amp', '/2'],
    ...[
      '//other.example/feed',
      '/category//other.example',
      '/tag//other.example/',
      '/%2Fother.example/feed/',
    ],
    ...['/category/news/amp', `/tag/${'x'.repeat(500)}`],
  ])('%s, which nothing there answers, is 404', async path => {
    const url = `${api.stack.url.replace(/\/$/, '')}${path}`;
    const { status, headers } = await fetch(url, { redirect: 'manual' });
    expect({ status, location: headers.get('location') }).toEqual({ status: 404, location: null });
  });
});
