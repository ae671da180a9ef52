import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { makeImage, quartered, settledImage } from '../../support/resources/images.ts';
import { makeDraft, makePost, makeSection, ok } from '../../support/resources/posts.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi({
  features: { publicRead: true },
  siteTitle: 'The "Daily" <News>',
  baseUrl: 'https://news.example',
  theme: { logo: 'https://news.example/logo.png' },
});
const HEAD = { query: { render: 'head' } };

interface Head {
  title: string;
  canonical: string | undefined;
  meta: Record<string, string>;
  tags: string[];
  article: any;
  elements: string[];
}

/** What a browser and a search engine read in the tags. */
function readHead(html: string): Head {
  const nodes = parseFragment(html).childNodes.filter(node => 'attrs' in node);
  const attribute = (node: DefaultTreeAdapterTypes.Element, name: string) =>
    node.attrs.find(one => one.name === name)?.value;
  const readText = (name: string): string =>
    nodes
      .filter(node => node.tagName === name)
      .flatMap(node => node.childNodes.map(child => ('value' in child ? child.value : '')))
      .join('');
  const metas = nodes
    .filter(node => node.tagName === 'meta')
    .map(
      node =>
        [
          attribute(node, 'name') ?? attribute(node, 'property') ?? '',
          attribute(node, 'content') ?? '',
        ] as const,
    );
  return {
    title: readText('title'),
    canonical: nodes.filter(node => node.tagName === 'link').map(node => attribute(node, 'href'))[0],
    meta: Object.fromEntries(metas.filter(([name]) => name !== 'article:tag')),
    tags: metas.filter(([name]) => name === 'article:tag').map(([, value]) => value),
    article: JSON.parse(readText('script')),
    elements: [...new Set(nodes.map(node => node.tagName))],
  };
}

async function fetchHead(id: number, options: object = {}): Promise<Head> {
  return readHead((await ok(api.get(`/posts/${id}`, { ...HEAD, ...options }))).head_html);
}

describe('query parameter render=head', () => {
  it('names each author to social networks, as to search engines', async () => {
    const authors = await Promise.all([api.makeKey('Editor'), api.makeKey('Editor')]);
    const ids = authors.map(({ authorId }) => authorId);
    const { id, roar_authors } = await makePost(api, { headline: 'By two', roar_author_ids: ids });

    const { head_html } = await ok(api.get(`/posts/${id}`, HEAD));

    const named = [...head_html.matchAll(/property="article:author" content="([^"]*)"/g)];
    expect(named.map(([, url]) => url)).toEqual(roar_authors.map((author: any) => author.profile_href));
    expect(named).toHaveLength(2);
  });

  it('adds head_html with all that the post says about itself', async () => {
    const { id: section } = await makeSection(api, { title: 'Town & Hall', url: 'town-hall' });
    const image = await settledImage(
      api,
      (await makeImage(api, await quartered(1960, 980), { alt: 'The bridge' })).id,
    );
    const fields = {
      headline: 'Bridge opens',
      subheadline: 'After years',
      og_title: 'It is open!',
      sections: [section],
    };
    const dates = { created_ts: 1_700_000_000, updated_ts: 1_700_000_500 };
    const post = await makePost(api, {
      ...fields,
      ...dates,
      tags: ['bridge', '*desk'],
      image_id: image.id,
      body: 'Two words',
    });
    const { head_html, ...rest } = await ok(api.get(`/posts/${post.id}`, HEAD));
    const url = 'https://news.example/bridge-opens';
    const [author] = post.roar_authors;

    expect(rest).toEqual(post);
    const picture = image.thumbnails['980x'];
    expect(readHead(head_html)).toEqual({
      title: 'Bridge opens',
      canonical: url,
      tags: ['bridge'],
      elements: ['title', 'meta', 'link', 'script'],
      meta: {
        description: 'After years',
        robots: 'max-image-preview:large',
        'og:type': 'article',
        'og:site_name': 'The "Daily" <News>',
        'og:url': url,
        'og:title': 'It is open!',
        'og:description': 'After years',
        'og:image': picture,
        'og:image:width': '980',
        'og:image:height': '490',
        'og:image:alt': 'The bridge',
        'article:published_time': '2023-11-14T22:13:20.000Z',
        'article:modified_time': '2023-11-14T22:21:40.000Z',
        'article:author': author.profile_href,
        'article:section': 'Town & Hall',
        'twitter:card': 'summary_large_image',
        'twitter:title': 'It is open!',
        'twitter:description': 'After years',
        'twitter:image': picture,
        'twitter:image:alt': 'The bridge',
      },
      article: {
        '@context': 'https://schema.org',
        '@type': 'NewsArticle',
        mainEntityOfPage: { '@type': 'WebPage', '@id': url },
        url,
        headline: 'Bridge opens',
        description: 'After years',
        image: [image.thumbnails['1245x700'], image.thumbnails['600x600'], picture],
        datePublished: '2023-11-14T22:13:20.000Z',
        dateModified: '2023-11-14T22:21:40.000Z',
        author: [{ '@type': 'Person', name: author.title, url: author.profile_href }],
        publisher: {
          '@type': 'Organization',
          name: 'The "Daily" <News>',
          url: 'https://news.example/',
          logo: { '@type': 'ImageObject', url: 'https://news.example/logo.png' },
        },
        articleSection: 'Town & Hall',
        keywords: ['bridge'],
        inLanguage: 'en',
        wordCount: 2,
      },
    });
  });

  it('names no modification before the publication', async () => {
    const { id } = await makePost(api, { created_ts: 1_800_000_000, updated_ts: 1_700_000_000 });
    const { meta, article } = await fetchHead(id);
    expect(meta['article:modified_time']).toBe(meta['article:published_time']);
    expect(article.dateModified).toBe(article.datePublished);
  });

  it('has neither private sections nor internal tags, with or without a key', async () => {
    const hidden = await makeSection(api, { title: 'Hidden', url: 'hidden', status: 1 });
    const shown = await makeSection(api, { title: 'Shown', url: 'shown' });
    const { id } = await makePost(api, {
      sections: [hidden.id, shown.id],
      primary_section: hidden.id,
      tags: ['~note'],
    });
    const head = await fetchHead(id);

    expect(head.meta['article:section']).toBe('Shown');
    expect(JSON.stringify(head)).not.toMatch(/Hidden|~note/);
    expect(await fetchHead(id, { key: null })).toEqual(head);
  });

  it('escapes every text of a post', async () => {
    const attack = `</script></title><!--<script>alert(1)</script>" onload="alert(1)\u2028&amp;\n'`;
    const texts = ['headline', 'subheadline', 'page_title', 'meta_description', 'og_title', 'og_description'];
    const external = { image_external: 'https://pictures.example/a"b<c>.jpg?d=1&e=2' };
    const fields = { ...Object.fromEntries(texts.map(name => [name, attack])), ...external, tags: [attack] };
    const head = await fetchHead((await makePost(api, fields)).id);
    // The line break is removed from lines, and a description is shown as one line.
    const shown = attack.replaceAll('\n', '').replaceAll(/\s+/g, ' ');
    const description = attack.replaceAll(/\s+/g, ' ');

    expect(head.elements).toEqual(['title', 'meta', 'link', 'script']);
    expect(head.title).toBe(shown);
    expect(head.meta).toMatchObject({ description, 'og:title': shown, 'twitter:description': description });
    expect(head.article.headline).toBe(shown);
    expect(head.tags).toEqual([shown]);
  });

  it('marks drafts and private posts as noindex', async () => {
    const draft = await makeDraft(api);
    expect(readHead((await ok(api.get(`/drafts/${draft.id}`, HEAD))).head_html).meta.robots).toBe('noindex');
    const { id: section } = await makeSection(api, { url: 'only-private', status: 1 });
    const post = await makePost(api, { sections: [section] });
    expect((await fetchHead(post.id)).meta.robots).toBe('noindex');
  });

  it('prefers the image for social media to the lead image', async () => {
    const [lead, social] = [await makeImage(api), await makeImage(api)];
    const { id } = await makePost(api, { image_id: lead.id, social_teaser_image_id: social.id });
    expect((await fetchHead(id)).meta['og:image']).toContain(`/images/${social.id}/`);
  });

  it('returns 400 for another value', async () => {
    const { id } = await makePost(api);
    expectRefused(await api.get(`/posts/${id}?render=body`), 400, 'invalid_input', 'render: must be head');
  });
});
