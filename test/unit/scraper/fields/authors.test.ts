import { describe, expect, it } from 'vitest';
import { findAuthors } from '../../../../shared/scraper/fields/author.ts';
import { jsonLd, makePage, metaTag } from '../page.ts';

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
    ['meta author', makePage(metaTag('author', 'By Jane Doe')), ['Jane Doe']],
    [
      'article:author',
      makePage(
        metaTag('article:author', 'https://site.example/jane') + metaTag('article:author', 'Jane Doe'),
      ),
      ['Jane Doe'],
    ],
    [
      'article:author, before the publisher in meta author',
      makePage(metaTag('author', 'Acme House') + metaTag('article:author', 'Jane Doe')),
      ['Jane Doe'],
    ],
    ['a meta element with a value', makePage('<meta name="author" value="Jane Doe">'), ['Jane Doe']],
    [
      'a labelled card',
      makePage(metaTag('twitter:label1', 'Written by') + metaTag('twitter:data1', 'Jane Doe')),
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
    ['a name with a handle', makePage(metaTag('author', 'Jane Doe @janedoe')), ['Jane Doe']],
    ['a name before its date', makePage('', '<p class="author">Jane Doe Stand: 21.3.2022</p>'), ['Jane Doe']],
    ['a profile', makePage('', '<a href="/profil/7/jane-doe">Jane Doe</a>'), ['Jane Doe']],
    ['a byline in another script', makePage('', '<p class="byline">山田 太郎</p>'), ['山田 太郎']],
  ])('reads authors from %s', (_, page, expected) => expect(findAuthors(page, undefined)).toEqual(expected));

  it.each([
    ['an address', metaTag('author', 'https://site.example/jane')],
    ['a handle', metaTag('author', '@jane')],
    ['a mail address', metaTag('author', 'jane@site.example')],
    ['a role', metaTag('author', 'admin')],
    ['an operator', metaTag('author', 'wordpressadmin')],
    ['a lack of authors', metaTag('author', 'No Author')],
    ['a date', metaTag('author', 'May 26, 2016')],
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

describe('findAuthors() with sources that disagree', () => {
  const editor = jsonLd({ '@type': 'Article', author: { '@type': 'Person', name: 'Joe Roe' } });
  const card = '<a rel="author" href="/x">Jane Doe</a>';
  /** A page with one name in two places of its metadata, and another one in its byline. */
  const pageNaming = (stated: string, shown: string) =>
    makePage(
      jsonLd({ '@type': 'Article', author: stated }) + metaTag('author', stated),
      `<p class="byline">${shown}</p>`,
    );

  it('names the person whom most sources name', () => {
    const head = metaTag('author', 'Jane Doe') + editor;
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
    const head = metaTag('author', 'DOE, Ann & Joe Roe') + metaTag('parsely-author', 'Jane Doe and Joe Roe');
    const body = '<h1>Headline</h1><p class="byline">by Joe Roe and Jane Doe</p>';
    expect(findAuthors(makePage(head, body), undefined)).toEqual(['Jane Doe', 'Joe Roe']);
  });

  it('names the site where two sources say that it is the author', () => {
    const head = metaTag('author', 'Jane Doe') + metaTag('og:site_name', 'Jane Doe');
    expect(findAuthors(makePage(head), undefined)).toEqual(['Jane Doe']);
    const byline =
      '<h1>Headline</h1><p class="byline">by <a rel="author" href="/author/nightowl/">Nightowl</a></p>';
    expect(findAuthors(makePage(metaTag('og:site_name', 'Nightowl'), byline), undefined)).toEqual([
      'Nightowl',
    ]);
  });

  it('splits several names in one statement, also with another language’s “and”', () => {
    for (const and of [', ', ' and ', ' und ', ' og ']) {
      expect(findAuthors(makePage(metaTag('author', `Jane Doe${and}Joe Roe`)), undefined)).toEqual([
        'Jane Doe',
        'Joe Roe',
      ]);
    }
    expect(findAuthors(makePage(metaTag('author', 'Search and Rescue')), undefined)).toEqual([
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
