import { describe, expect, it } from 'vitest';
import { headlineOf, titleOf } from '../../../../shared/scraper/fields/texts.ts';
import { jsonLd, pageOf } from '../page.ts';

const og = '<meta property="og:title" content="By Open Graph">';
const twitter = '<meta name="twitter:title" content="By Twitter">';
const document = '<title>By the document | Site</title>';
const article = jsonLd({ '@type': 'Article', headline: 'By JSON-LD' });

describe('titleOf()', () => {
  it.each([
    ['opengraph', 'By Open Graph', pageOf(document + twitter + article + og, '<h1>By heading</h1>')],
    ['twitter', 'By Twitter', pageOf(document + article + twitter)],
    ['html', 'By the document | Site', pageOf(article + document)],
    ['jsonld', 'By JSON-LD', pageOf(article, '<h1>By heading</h1>')],
    ['html', 'By heading', pageOf('', '<nav><h1>Menu</h1></nav><h1> By <b>heading</b> </h1>')],
    ['html', 'By heading', pageOf('', '<svg><title>Icon</title></svg><h1>By heading</h1>')],
    ['html', 'By parsely', pageOf('<meta name="parsely-title" content="By parsely">', '<h1>By heading</h1>')],
    ['html', 'By name', pageOf('<meta name="dc.title" content="By name">')],
  ])('reads the title from %s: %s', (from, value, page) => expect(titleOf(page)).toEqual({ from, value }));

  it('returns undefined on a page without a title', () =>
    expect(titleOf(pageOf('<title> </title>'))).toBeUndefined());
});

describe('headlineOf()', () => {
  it('prefers the article’s own headline to titles', () => {
    expect(headlineOf(pageOf(og + article), undefined)).toBe('By JSON-LD');
    expect(headlineOf(pageOf(document, '<h1>The only heading</h1>'), undefined)).toBe('The only heading');
  });

  it("prefers parsely-title when the document's title also has the site’s name", () => {
    const page = pageOf(
      '<meta name="parsely-title" content="Story"><title>Story: a review</title>',
      '<h1>Other</h1>',
    );
    expect(headlineOf(page, undefined)).toBe('Story');
  });

  it.each([
    ['Story | The Site', 'Story'],
    ['Story – more of it – The Site', 'Story – more of it'],
    ['The Site: Story', 'The Site: Story'],
    ['The Site · Story', 'Story'],
    ['Story | Other', 'Story | Other'],
    ['The Site', 'The Site'],
  ])('removes the site’s name from the title: %s', (title, expected) => {
    expect(headlineOf(pageOf(`<title>${title}</title>`), 'the site')).toBe(expected);
  });
});
