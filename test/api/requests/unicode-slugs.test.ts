import { beforeAll, describe, expect, it } from 'vitest';
import { listAttributes, parseXml, listTexts } from '../../support/web/xml.ts';
import { useApi } from '../../support/api/api.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';

const BASE = 'https://news.example/दैनिक';
const api = useApi({
  features: { publicRead: true },
  baseUrl: BASE,
  permalink: '/<section>/<basename>',
  slugs: 'unicode',
});
const PATH = '/समाचार/橋が開通';
const URL_NOW = `https://news.example${encodeURI(`/दैनिक${PATH}`)}`;
let post: any;
let draft: any;

beforeAll(async () => {
  const { id } = await makeSection(api, { title: 'News', url: 'समाचार' });
  post = await makePost(api, { headline: '橋が開通', sections: [id] });
  draft = await makeDraft(api, { headline: '未公開', sections: [id] });
});

function read(path: string, query: Record<string, string> = {}): Promise<any> {
  return ok(api.get(path, { key: null, query }));
}

describe('post whose slug and section are not ASCII', () => {
  it('has a percent-encoded post_url, and decoded slug and basename', () => {
    expect(post).toMatchObject({ basename: '橋が開通', slug: `/दैनिक${PATH}`, post_url: URL_NOW });
    expect(draft.draft_url).toMatch(/^[\x20-\x7e]+\?draft=1$/);
  });

  it('has a percent-encoded address in feeds', async () => {
    const [rss, atom, json] = await Promise.all(
      ['rss.xml', 'atom.xml', 'feed.json'].map(name => read(`/feeds/${name}`, { section: 'समाचार' })),
    );
    const page = `https://news.example${encodeURI('/दैनिक/समाचार')}`;
    expect(listTexts(parseXml(rss), 'link')).toEqual([page, URL_NOW]);
    const links = listAttributes(parseXml(atom), 'link').filter(({ rel }) => rel === 'alternate');
    expect(links.map(({ href }) => href)).toEqual([page, URL_NOW]);
    expect(JSON.parse(json)).toMatchObject({ home_page_url: page, items: [{ url: URL_NOW }] });
  });

  it('has a percent-encoded address in sitemaps', async () => {
    for (const name of ['news', new Date().toISOString().slice(0, 7)])
      expect(listTexts(parseXml(await read(`/sitemaps/${name}.xml`)), 'loc')).toContain(URL_NOW);
  });

  it('has a percent-encoded address in head tags', async () => {
    const { head_html } = await read(`/posts/${post.id}`, { render: 'head' });
    expect(head_html).toContain(`<link rel="canonical" href="${URL_NOW}">`);
    expect(head_html).toContain(`<meta property="og:url" content="${URL_NOW}">`);
    expect(head_html).toContain(`"@id":"${URL_NOW}"`);
    expect(head_html).not.toMatch(/news\.example\/[^"]*[^\x20-\x7e"]/);
  });

  it('has a percent-encoded address in previews', async () => {
    const { url } = await ok(api.post(`/drafts/${draft.id}/previews`, {}));
    expect(url).toMatch(/^[\x21-\x7e]+$/);
  });
});

describe('the readers’ site with slugs that are not ASCII', () => {
  it('shows sections and posts at their encoded paths, and redirects from a former path', async () => {
    const open = async (path: string) =>
      await fetch(new URL(encodeURI(path), api.stack.url), {
        headers: { accept: 'text/html' },
        redirect: 'manual',
      });
    const section = await (await open('/समाचार')).text();
    expect(section).toContain(`href="${encodeURI('/समाचार')}"`);
    expect(section).toContain('<h1>News</h1>');
    expect(await (await open(`/दैनिक${PATH}`)).text()).toContain('<h1 dir="auto">橋が開通</h1>');

    await ok(api.put(`/posts/${post.id}`, { manual_basename: '新しい橋' }));
    const moved = await open(`/दैनिक/समाचार/橋が開通`);
    expect(moved.status).toBe(200);
  });
});
