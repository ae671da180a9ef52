import { describe, expect, it } from 'vitest';
import { findHeadline, findTitle } from '../../../../shared/scraper/fields/texts.ts';
import { jsonLd, makePage } from '../page.ts';

const og = '<meta property="og:title" content="By Open Graph">';
const twitter = '<meta name="twitter:title" content="By Twitter">';
const document = '<title>By the document | Site</title>';
const article = jsonLd({ '@type': 'Article', headline: 'By JSON-LD' });

describe('findTitle()', () => {
  it.each([
    ['opengraph', 'By Open Graph', makePage(document + twitter + article + og, '<h1>By heading</h1>')],
    ['twitter', 'By Twitter', makePage(document + article + twitter)],
    ['html', 'By the document | Site', makePage(article + document)],
    ['jsonld', 'By JSON-LD', makePage(article, '<h1>By heading</h1>')],
    ['html', 'By heading', makePage('', '<nav><h1>Menu</h1></nav><h1> By <b>heading</b> </h1>')],
    ['html', 'By heading', makePage('', '<svg><title>Icon</title></svg><h1>By heading</h1>')],
    [
      'html',
      'By parsely',
      makePage('<meta name="parsely-title" content="By parsely">', '<h1>By heading</h1>'),
    ],
    ['html', 'By name', makePage('<meta name="dc.title" content="By name">')],
  ])('reads the title from %s: %s', (from, value, page) => expect(findTitle(page)).toEqual({ from, value }));

  it('returns undefined on a page without a title', () =>
    expect(findTitle(makePage('<title> </title>'))).toBeUndefined());
});

describe('findHeadline()', () => {
  it('prefers the article’s own headline to titles', () => {
    expect(findHeadline(makePage(og + article), undefined)).toBe('By JSON-LD');
    expect(findHeadline(makePage(document, '<h1>The only heading</h1>'), undefined)).toBe('The only heading');
  });

  it("prefers parsely-title when the document's title also has the site’s name", () => {
    const page = makePage(
      '<meta name="parsely-title" content="Story"><title>Story: a review</title>',
      '<h1>Other</h1>',
    );
    expect(findHeadline(page, undefined)).toBe('Story');
  });

  it.each([
    ['Story | The Site', 'Story'],
    ['Story – more of it – The Site', 'Story – more of it'],
    ['The Site: Story', 'The Site: Story'],
    ['The Site · Story', 'Story'],
    ['Story | Other', 'Story | Other'],
    ['The Site', 'The Site'],
  ])('removes the site’s name from the title: %s', (title, expected) => {
    expect(findHeadline(makePage(`<title>${title}</title>`), 'the site')).toBe(expected);
  });
});
