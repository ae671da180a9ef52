import { describe, expect, it } from 'vitest';
import { findAuthors } from '../../../../shared/scraper/fields/author.ts';
import { findPublisher } from '../../../../shared/scraper/fields/publisher.ts';
import { jsonLd, makePage } from '../page.ts';

function named(name: string, content: string) {
  return `<meta name="${name}" content="${content}">`;
}

describe('findAuthors()', () => {
  it.each([
    [
      'JSON-LD',
      makePage(
        jsonLd({ '@type': 'Article', author: [{ name: 'Jane Doe' }, { name: 'Joe Roe' }, 'Jane Doe'] }),
      ),
      ['Jane Doe', 'Joe Roe'],
    ],
    [
      'a JSON-LD reference',
      makePage(
        jsonLd({
          '@graph': [
            { '@type': 'Article', author: { '@id': '#a' } },
            { '@id': '#a', '@type': 'Person', name: 'Jane' },
          ],
        }),
      ),
      ['Jane'],
    ],
    ['meta author', makePage(named('author', 'By Jane Doe')), ['Jane Doe']],
    [
      'article:author',
      makePage(named('article:author', 'https://site.example/jane') + named('article:author', 'Jane Doe')),
      ['Jane Doe'],
    ],
    [
      'article:author, before the publisher in meta author',
      makePage(named('author', 'Acme House') + named('article:author', 'Jane Doe')),
      ['Jane Doe'],
    ],
    ['a meta element with a value', makePage('<meta name="author" value="Jane Doe">'), ['Jane Doe']],
    [
      'a labelled card',
      makePage(named('twitter:label1', 'Written by') + named('twitter:data1', 'Jane Doe')),
      ['Jane Doe'],
    ],
    ['microdata', makePage('', '<p itemprop="author">Jane Doe</p>'), ['Jane Doe']],
    ['rel author', makePage('', '<a rel="author" href="/x">Jane Doe</a>'), ['Jane Doe']],
    [
      'an author’s address',
      makePage('', '<a href="/author/jane">Jane van der Doe</a>'),
      ['Jane van der Doe'],
    ],
    ['a byline', makePage('', '<p class="post__byline">by <b>Jane Doe</b></p>'), ['Jane Doe']],
    ['a link to all stories', makePage('', '<a rel="author">View all posts by Jane</a>'), ['Jane']],
    ['a link in German', makePage('', '<a rel="author">Zeige alle Beiträge von Jane</a>'), ['Jane']],
    ['a name with a handle', makePage(named('author', 'Jane Doe @janedoe')), ['Jane Doe']],
    ['a name before its date', makePage('', '<p class="author">Jane Doe Stand: 21.3.2022</p>'), ['Jane Doe']],
    ['a profile', makePage('', '<a href="/profil/7/jane-doe">Jane Doe</a>'), ['Jane Doe']],
    ['a byline in another script', makePage('', '<p class="byline">山田 太郎</p>'), ['山田 太郎']],
  ])('reads authors from %s', (_, page, expected) => expect(findAuthors(page, undefined)).toEqual(expected));

  it.each([
    ['an address', named('author', 'https://site.example/jane')],
    ['a handle', named('author', '@jane')],
    ['a mail address', named('author', 'jane@site.example')],
    ['a role', named('author', 'admin')],
    ['an operator', named('author', 'wordpressadmin')],
    ['a lack of authors', named('author', 'No Author')],
    ['a date', named('author', 'May 26, 2016')],
    ['an empty name', jsonLd({ '@type': 'Article', author: { '@type': 'Person', name: '' } })],
  ])('does not accept %s as an author', (_, head) =>
    expect(findAuthors(makePage(head), undefined)).toEqual([]),
  );

  it.each([
    ['other articles’ bylines', '<aside><p class="byline">Jane Doe</p></aside>'],
    ['a biography', '<div class="author-bio"><p class="author">Jane Doe</p></div>'],
    ['an invitation', '<p class="author">Write for us</p>'],
    ['an invitation in German', '<a rel="author">Zeige alle Artikel</a>'],
    ['a link to log in', '<a rel="author">Login</a>'],
    ['one word without a mark', '<p class="author">Jane</p>'],
    ['the site', '<a rel="author">The Site</a>'],
  ])('does not guess authors from %s', (_, body) =>
    expect(findAuthors(makePage('', body), 'The Site')).toEqual([]),
  );
});

describe('findAuthors() with bylines', () => {
  const authors = (body: string, head = '', site?: string) => findAuthors(makePage(head, body), site);

  it('returns each name once, as first written, in any case', () => {
    const head = named('author', 'Jane Doe') + named('author', 'JANE DOE') + named('author', 'Joe Roe');
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
    expect(authors('', named('author', 'Segment') + named('application-name', 'Segment'))).toEqual([]);
    expect(authors('', named('author', 'Jane Doe'), 'Jane Doe')).toEqual(['Jane Doe']);
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
    const head = named('author', 'Example Magazine for Readers');
    expect(findAuthors(makePage(head, '<p>By Jane Doe</p>'), undefined)).toEqual(['Jane Doe']);
    expect(findAuthors(makePage(head, '<p>No name</p>'), undefined)).toEqual([
      'Example Magazine for Readers',
    ]);
  });
});

describe('findAuthors() with sources that disagree', () => {
  const editor = jsonLd({ '@type': 'Article', author: { '@type': 'Person', name: 'Joe Roe' } });
  const card = '<a rel="author" href="/x">Jane Doe</a>';
  /** A page with one name in two places of its metadata, and another one in its byline. */
  const pageNaming = (stated: string, shown: string) =>
    makePage(
      jsonLd({ '@type': 'Article', author: stated }) + named('author', stated),
      `<p class="byline">${shown}</p>`,
    );

  it('names the person whom most sources name', () => {
    const head = named('author', 'Jane Doe') + editor;
    const body = `<h1>Headline</h1><div>${card}</div>`;
    expect(findAuthors(makePage(editor, body), undefined)).toEqual(['Joe Roe']);
    expect(findAuthors(makePage(head, `${body}<p>By Jane Doe</p>`), undefined)).toEqual(['Jane Doe']);
  });

  it.each([
    ['a user name', 'jane.doe', 'Jane Doe'],
    ['a user name in one word', 'janedoe', 'Jane Doe'],
    ['a first name', 'Jane', 'Jane Doe'],
  ])('prefers the full name to %s', (_, stated, full) => {
    expect(findAuthors(pageNaming(stated, full), undefined)).toEqual([full]);
  });

  it('keeps a first name that another name only resembles', () => {
    expect(findAuthors(pageNaming('Jan', 'Jane Doe'), undefined)).toEqual(['Jan']);
  });

  it('counts names in any order, case and spelling of their marks as the same', () => {
    const head = named('author', 'DOE, Ann & Joe Roe') + named('parsely-author', 'Jane Doe and Joe Roe');
    const body = '<h1>Headline</h1><p class="byline">by Joe Roe and Jane Doe</p>';
    expect(findAuthors(makePage(head, body), undefined)).toEqual(['Jane Doe', 'Joe Roe']);
  });

  it('names the site where two sources say that it is the author', () => {
    const head = named('author', 'Jane Doe') + named('og:site_name', 'Jane Doe');
    expect(findAuthors(makePage(head), undefined)).toEqual(['Jane Doe']);
    const byline =
      '<h1>Headline</h1><p class="byline">by <a rel="author" href="/author/nightowl/">Nightowl</a></p>';
    expect(findAuthors(makePage(named('og:site_name', 'Nightowl'), byline), undefined)).toEqual(['Nightowl']);
  });

  it('splits several names in one statement, also with another language’s “and”', () => {
    for (const and of [', ', ' and ', ' und ', ' og ']) {
      expect(findAuthors(makePage(named('author', `Jane Doe${and}Joe Roe`)), undefined)).toEqual([
        'Jane Doe',
        'Joe Roe',
      ]);
    }
    expect(findAuthors(makePage(named('author', 'Search and Rescue')), undefined)).toEqual([
      'Search and Rescue',
    ]);
  });

  it('ignores a card in the main heading, which names the site', () => {
    const heading = '<h1 class="vcard author"><a class="fn" href="/">Night Archive</a></h1>';
    const byline = '<h4 class="vcard author">by <span class="fn">Nightowl</span></h4>';
    expect(findAuthors(makePage('', heading + byline), undefined)).toEqual(['Nightowl']);
  });

  it('reads the address in the margin of an article, not of another one', () => {
    const aside = `<aside><address>${card}</address></aside>`;
    expect(findAuthors(makePage('', `<article><h1>Headline</h1>${aside}</article>`), undefined)).toEqual([
      'Jane Doe',
    ]);
    expect(findAuthors(makePage('', `<h1>Headline</h1>${aside}`), undefined)).toEqual([]);
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

describe('findPublisher()', () => {
  it.each([
    [
      'JSON-LD’s publisher',
      makePage(
        named('og:site_name', 'no') + jsonLd({ '@type': 'Article', publisher: { name: 'The House' } }),
      ),
    ],
    [
      'og:site_name',
      makePage(named('og:site_name', 'The House') + jsonLd({ '@type': 'WebSite', name: 'no' })),
    ],
    [
      'a JSON-LD site',
      makePage(jsonLd({ '@type': 'WebSite', name: 'The House' }) + named('application-name', 'no')),
    ],
    [
      'the application’s name',
      makePage(named('application-name', 'The House') + '<title>Story | no</title>', '<h1>Story</h1>'),
    ],
    [
      'the end of the title',
      makePage('<title>Story | The House</title>', '<h1>Story</h1><img class="logo" alt="no">'),
    ],
    ['the logo', makePage('', '<header><a class="site-logo"><img alt="The House Logo"></a></header>')],
  ])('reads the name from %s', (_, page) => expect(findPublisher(page)).toBe('The House'));

  it.each([
    ['an address', named('og:site_name', 'https://site.example')],
    ['a title that isn’t the article’s', '<title>One | Two</title>'],
    ['punctuation', named('og:site_name', '--')],
  ])('does not read the name from %s', (_, head) => expect(findPublisher(makePage(head))).toBeUndefined());

  it.each([
    ['after a colon', 'WebMD: Better information. Better health.', 'WebMD'],
    ['after a dash', 'Yahoo News - Latest News & Headlines', 'Yahoo News'],
    ['after a bar', 'EXAMPLE.COM | BY: JOE WEE', 'EXAMPLE.COM'],
    ['before the name that the address has', 'Life, health and science - The Site', 'The Site'],
  ])('removes a tagline %s', (_, name, expected) => {
    expect(findPublisher(makePage(named('og:site_name', name)))).toBe(expected);
  });

  it('keeps the parts of a name that are not a tagline', () => {
    expect(findPublisher(makePage(named('og:site_name', 'Radio Podcasts | Example Studios')))).toBe(
      'Radio Podcasts | Example Studios',
    );
  });

  it('does not take the second half of a headline for the publisher', () => {
    const page = (ending: string) => makePage(`<title>Story - ${ending}</title>`, '<h1>Story</h1>');
    expect(findPublisher(page('what the mayor said about it all'))).toBeUndefined();
    expect(findPublisher(page('Why now?'))).toBeUndefined();
    expect(findPublisher(page('The House'))).toBe('The House');
  });
});
