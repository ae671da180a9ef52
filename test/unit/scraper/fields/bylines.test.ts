import { describe, expect, it } from 'vitest';
import { findAuthors } from '../../../../shared/scraper/fields/author.ts';
import { jsonLd, makePage, metaTag } from '../page.ts';

describe('findAuthors() with bylines', () => {
  const authors = (body: string, head = '', site?: string) => findAuthors(makePage(head, body), site);

  it('returns each name once, as first written, in any case', () => {
    const head = metaTag('author', 'Jane Doe') + metaTag('author', 'JANE DOE') + metaTag('author', 'Joe Roe');
    expect(authors('', head)).toEqual(['Jane Doe', 'Joe Roe']);
  });

  it('ignores the bylines of other stories that the page announces', () => {
    const related =
      '<ul><li><a href="/other">A longer headline of another story</a> <span class="byline">Joe Roe</span></li></ul>' +
      '<div><h3>Another headline, without a link</h3><p class="byline">Jim Poe</p></div>';
    expect(authors(`<h1>Headline</h1>${related}`)).toEqual([]);
    expect(authors(`<h1>Headline</h1><p class="byline">Jane Doe</p>${related}`)).toEqual(['Jane Doe']);
  });

  it('finds a byline under a headline of lower rank', () => {
    const body =
      '<div><h2>Babies who eat peanuts</h2><p>By <a rel="author" href="/jd">Jane Doe</a></p></div>';
    expect(authors(body, '<title>Babies who eat peanuts</title>')).toEqual(['Jane Doe']);
  });

  it('finds all names next to the first byline', () => {
    const body =
      '<h1>Headline</h1><div class="authors"><p><a class="author">Jane Doe</a></p><p><a class="author">Joe Roe</a></p></div>' +
      '<section><div><div><div><p class="author">Jim Poe</p></div></div></div></section>';
    expect(authors(body)).toEqual(['Jane Doe', 'Joe Roe']);
  });

  it('reads bylines where a class says that there is no biography', () => {
    const byline = '<span class="pb-byline">By <a href="/people/jane-doe">Jane Doe</a></span>';
    expect(authors(`<div class="hasnt-headshot hasnt-bio">${byline}</div>`)).toEqual(['Jane Doe']);
    expect(authors(`<div class="author-bio">${byline}</div>`)).toEqual([]);
  });

  it.each([
    [
      'a card in it',
      '<cite class="byline vcard"><span>By </span><span class="fn">Jane Doe</span> May 1</cite>',
    ],
    ['its microdata', '<p class="byline">By <b itemprop="name">Jane Doe</b> for the desk</p>'],
    ['its links', '<p class="byline">From our <a href="/desk">desk</a>: <a href="/jd">Jane Doe</a></p>'],
  ])('reads the names that %s marks', (_, body) => expect(authors(body)).toEqual(['Jane Doe']));

  it.each([
    'Written by Jane Doe Edited by Joe Roe',
    'By Jane Doe, Photographs by Joe Roe',
    'By Jane Doe | Updated at noon',
    'By Jane Doe March 11, 2015 3:46 PM',
    'Jane Doe, 26 May 2016',
  ])('ends a name before further text: %s', text => {
    expect(authors(`<p class="byline">${text}</p>`)).toEqual(['Jane Doe']);
  });

  it('reads the text of an unmarked link to an author’s page', () => {
    for (const href of [
      '/authors/jane',
      '/writer/jane-doe/',
      '/author-bio.asp?author_id=837',
      '/?author=7',
    ]) {
      expect(authors(`<h1>Headline</h1><p><a href="${href}">Jane Doe</a></p>`)).toEqual(['Jane Doe']);
    }
    expect(authors('<a href="/authors/guide">Write for Example</a>')).toEqual([]);
  });

  it('ignores the publisher and the product', () => {
    const site = '<meta property="og:site_name" content="Android Developers Blog">';
    expect(authors('<p itemprop="author">Android Developers</p>', site)).toEqual([]);
    expect(authors('', metaTag('author', 'Segment') + metaTag('application-name', 'Segment'))).toEqual([]);
    expect(authors('', metaTag('author', 'Jane Doe'), 'Jane Doe')).toEqual(['Jane Doe']);
  });
});

describe('findAuthors() with marks of authorship', () => {
  it.each([
    ['rel=author', '<a rel="author" href="/x">jane</a>', ['jane']],
    ['a vcard', '<h4 class="vcard author">by <span class="fn">Nightowl</span></h4>', ['Nightowl']],
    ['a link in a vcard', '<span class="byline"><a class="url fn n" href="/a/7">tlo</a></span>', ['tlo']],
    ['an h-card', '<p class="h-card"><span class="p-name">森 鷗外</span></p>', ['森 鷗外']],
    ['an author’s address', '<p>From <a href="/author/fabi/">Fabi</a>, Tuesday</p>', ['Fabi']],
    ['a class and “by”', '<p class="byline">von Redaktion, </p>', ['Redaktion']],
  ])('trusts a single or non-Latin word in %s', (_, body, expected) => {
    expect(findAuthors(makePage('', body), 'The Site')).toEqual(expected);
  });

  it.each([
    ['in German', '<p>Von Jane Doe</p>'],
    ['in capitals', '<p>BY JANE DOE</p>'],
    ['with a colon', '<p>Auteur : Jane Doe</p>'],
    ['after its label', '<div><b>Von:</b><br><span>Jane Doe</span></div>'],
    ['with the date before', '<h3>Stars <span>6.11.2023 13:30 by Jane Doe </span></h3>'],
    ['with the date after', '<p>Written by Jane Doe, 6. November 2023</p>'],
  ])('reads a name that a text introduces %s', (_, body) => {
    expect(
      findAuthors(makePage('', `<h1>Headline</h1>${body}`), undefined).map(name => name.toLowerCase()),
    ).toEqual(['jane doe']);
  });

  it.each([
    ['By', '<p class="byline"><span>By</span><b>Jane Doe</b></p>'],
    ['By and by', '<p class="byline"><span>By</span><b>by Jane Doe</b></p>'],
    ['Beitrag von', '<p class="author">Beitrag<strong>von Jane Doe</strong></p>'],
  ])('removes an introduction without a space after it: %s', (_, body) => {
    expect(findAuthors(makePage('', body), undefined)).toEqual(['Jane Doe']);
  });

  it('names the site only where JSON-LD says that it is the author and the page names no person', () => {
    const head = jsonLd({ '@type': 'Article', author: { '@type': 'Organization', name: 'Acme' } });
    expect(findAuthors(makePage(head), 'Acme')).toEqual(['Acme']);
    expect(findAuthors(makePage(head, '<p>By Jane Doe</p>'), 'Acme')).toEqual(['Jane Doe']);
  });

  it('reads several names in one byline', () => {
    const byline = '<p class="byline">by JANE DOE, JOE ROE and JIM POE</p>';
    expect(findAuthors(makePage('', byline), undefined)).toEqual(['JANE DOE', 'JOE ROE', 'JIM POE']);
  });

  it('reads the signature below the text', () => {
    const text = `<p>${'A sentence of the article. '.repeat(20)}</p>`;
    const page = (last: string) =>
      makePage('', `<h1>Headline</h1><div>${text}<p><b><i>${last}</i></b></p></div>`);
    expect(findAuthors(page('Jane Doe'), undefined)).toEqual(['Jane Doe']);
    expect(findAuthors(page('Donate at example.org today.'), undefined)).toEqual([]);
  });

  it('prefers a person whom the page names to an organization in its metadata', () => {
    const head = metaTag('author', 'Example Magazine for Readers');
    expect(findAuthors(makePage(head, '<p>By Jane Doe</p>'), undefined)).toEqual(['Jane Doe']);
    expect(findAuthors(makePage(head, '<p>No name</p>'), undefined)).toEqual([
      'Example Magazine for Readers',
    ]);
  });
});

describe('findAuthors() with a line that has a date', () => {
  const title = 'The bridge of Example opens today';
  const authors = (body: string) =>
    findAuthors(makePage(`<title>${title}</title>`, `<div>${body}</div>`), undefined);

  it.each([
    ['after the date', `<h1>${title}</h1><p>26.05.2016 | Jane Doe</p>`],
    ['before the date', `<h1>${title}</h1><p>Jane Doe, 26. Mai 2016</p>`],
    ['next to the date', `<h1>${title}</h1><p><span>26.05.2016</span><span>Jane Doe</span></p>`],
    ['above the headline', `<p>Jane Doe · 26.05.2016</p><h1>${title}</h1>`],
  ])('reads a name %s', (_, body) => expect(authors(body)).toEqual(['Jane Doe']));

  it.each([
    ['without a date', `<h1>${title}</h1><p>Jane Doe</p>`],
    ['of the headline', `<h1>${title}</h1><p>Example Opens | 26.05.2016</p>`],
    [
      'in a link to another page',
      `<h1>${title}</h1><ul><li><a href="/x"><b>Jane Doe</b> <i>26.05.2016</i></a></ul>`,
    ],
    ['in the text', `<h1>${title}</h1><p>${'A sentence. '.repeat(30)}</p><p>Jane Doe, 26.05.2016</p>`],
    ['of an organization', `<h1>${title}</h1><p>Example News | 26.05.2016</p>`],
    ['that is a date’s word', `<h1>${title}</h1><p>Updated Monday | 26.05.2016</p>`],
  ])('does not read words %s', (_, body) => expect(authors(body)).toEqual([]));
});
