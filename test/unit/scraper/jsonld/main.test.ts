import { describe, expect, it } from 'vitest';
import { structuredData } from '../../../../shared/scraper/jsonld/main.ts';
import { readPictures, pixels, readTexts } from '../../../../shared/scraper/jsonld/values.ts';

function makeData(...documents: unknown[]) {
  return structuredData(
    documents.map(document => JSON.stringify(document)),
    ['https://site.example/story/'],
  );
}

function names(nodes: readonly Readonly<Record<string, unknown>>[]) {
  return nodes.map(({ name }) => name);
}

describe('structuredData()', () => {
  it('puts works before the page, and lists sites and organisations separately', () => {
    const { subjects, sites } = makeData(
      { '@type': 'Organization', name: 'House' },
      { '@type': 'WebPage', name: 'Page' },
      { '@type': ['Thing', 'NewsArticle'], name: 'Article' },
      { '@type': 'http://schema.org/WebSite', name: 'Site' },
      { '@type': 'BreadcrumbList', name: 'Crumbs' },
    );
    expect([names(subjects), names(sites)]).toEqual([
      ['Article', 'Page'],
      ['Site', 'House'],
    ]);
  });

  it('reads graphs, arrays and nested objects', () => {
    const { subjects } = makeData([
      { '@graph': [{ '@type': 'WebPage', mainEntity: { '@type': 'Recipe', name: 'Soup' } }] },
    ]);
    expect(names(subjects)).toEqual(['Soup', undefined]);
  });

  it('prefers the article at the canonical address, then the one that was fetched', () => {
    const article = (name: string, id: string, key = 'mainEntityOfPage') => ({
      '@type': 'NewsArticle',
      name,
      [key]: key === 'url' ? id : { '@id': id },
    });
    const graph = {
      '@graph': [
        article('Other', 'https://site.example/other'),
        article('Fetched', 'https://site.example/story', 'url'),
        article('Canonical', 'https://site.example/2020/story/'),
      ],
    };
    const findFirst = (...addresses: string[]) =>
      names(structuredData([JSON.stringify(graph)], addresses).subjects)[0];
    expect(findFirst('https://site.example/2020/story', 'https://site.example/story')).toBe('Canonical');
    expect(findFirst('https://site.example/story/amp?utm_source=x#top')).toBe('Fetched');
    expect(findFirst('https://site.example/amp/other')).toBe('Other');
    expect(findFirst('https://site.example/elsewhere')).toBe('Other');
  });

  it('prefers the work that states the page’s address, then other works, then pages', () => {
    const { subjects } = makeData(
      { '@type': 'WebPage', name: 'Page', url: 'https://site.example/story' },
      { '@type': 'Article', name: 'Other', url: 'https://site.example/other' },
      { '@type': 'Article', name: 'Own', mainEntityOfPage: { '@id': 'http://site.example/story' } },
    );
    expect(names(subjects)).toEqual(['Own', 'Other', 'Page']);
  });

  it('leaves out works that a page lists, and reviews', () => {
    const { subjects } = makeData(
      { '@type': 'Blog', blogPost: [{ '@type': 'BlogPosting', name: 'Listed' }] },
      { '@type': 'ItemList', itemListElement: [{ item: { '@type': 'Article', name: 'Listed' } }] },
      { '@type': 'Product', name: 'Thing', review: { '@type': 'Review', name: 'Said' } },
    );
    expect(names(subjects)).toEqual(['Thing']);
  });

  it('skips a broken script and reads the others', () => {
    const { subjects } = structuredData(
      ['{broken', '{"@type":"Article","name":"sound",}'],
      ['https://site.example/'],
    );
    expect(names(subjects)).toEqual(['sound']);
  });
});

describe('readTexts(), readPictures() and pixels()', () => {
  const { graph } = makeData({ '@graph': [{ '@id': '#jane', '@type': 'Person', name: 'Jane' }] });

  it.each([
    ['a string', 'Jane', ['Jane']],
    ['an object', { '@type': 'Person', name: 'Jane' }, ['Jane']],
    ['a reference', { '@id': '#jane' }, ['Jane']],
    ['a reference to nothing', { '@id': '#missing' }, []],
    ['a list', [{ name: 'A' }, 'B', { '@id': '#jane' }], ['A', 'B', 'Jane']],
    ['a list within', { '@list': [{ name: 'A' }, { '@id': '#jane' }] }, ['A', 'Jane']],
    ['a language value', { '@value': 'Titel', '@language': 'de' }, ['Titel']],
    ['a number', 7, ['7']],
    ['markup', '<p>Text &amp; more</p>', ['Text & more']],
    ['nothing', [null, undefined, '', {}, true], []],
  ])('readTexts() reads %s', (_, value, expected) => expect(readTexts(value, graph)).toEqual(expected));

  it('readPictures() reads addresses and objects', () => {
    const value = [
      'a.jpg',
      { url: 'b.jpg', width: '600px', height: { value: 400 } },
      { contentUrl: ['c.jpg'] },
      7,
    ];
    expect(readPictures(value, graph)).toMatchObject([
      { url: 'a.jpg' },
      { url: 'b.jpg', width: 600, height: 400 },
      { url: 'c.jpg' },
    ]);
  });

  it.each([
    [600, 600],
    ['600', 600],
    [' 600px ', 600],
    ['600.5', 600],
    ['100%', 0],
    ['auto', 0],
    [undefined, 0],
    [-5, 0],
    [1e9, 0],
  ])('pixels() reads %s', (value, expected) => expect(pixels(value)).toBe(expected));
});
