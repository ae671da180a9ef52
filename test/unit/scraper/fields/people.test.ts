import { describe, expect, it } from 'vitest';
import { authorsOf } from '../../../../shared/scraper/fields/author.ts';
import { publisherOf } from '../../../../shared/scraper/fields/publisher.ts';
import { jsonLd, pageOf } from '../page.ts';

const named = (name: string, content: string) => `<meta name="${name}" content="${content}">`;

describe('the authors', () => {
  it.each([
    [
      'JSON-LD',
      pageOf(jsonLd({ '@type': 'Article', author: [{ name: 'Jane Doe' }, { name: 'Joe Roe' }, 'Jane Doe'] })),
      ['Jane Doe', 'Joe Roe'],
    ],
    [
      'a JSON-LD reference',
      pageOf(
        jsonLd({
          '@graph': [
            { '@type': 'Article', author: { '@id': '#a' } },
            { '@id': '#a', '@type': 'Person', name: 'Jane' },
          ],
        }),
      ),
      ['Jane'],
    ],
    ['meta author', pageOf(named('author', 'By Jane Doe')), ['Jane Doe']],
    [
      'article:author',
      pageOf(named('article:author', 'https://site.example/jane') + named('article:author', 'Jane Doe')),
      ['Jane Doe'],
    ],
    [
      'a labelled card',
      pageOf(named('twitter:label1', 'Written by') + named('twitter:data1', 'Jane Doe')),
      ['Jane Doe'],
    ],
    ['microdata', pageOf('', '<p itemprop="author">Jane Doe</p>'), ['Jane Doe']],
    ['rel author', pageOf('', '<a rel="author" href="/x">Jane Doe</a>'), ['Jane Doe']],
    ['an author’s address', pageOf('', '<a href="/author/jane">Jane van der Doe</a>'), ['Jane van der Doe']],
    ['a byline', pageOf('', '<p class="post__byline">by <b>Jane Doe</b></p>'), ['Jane Doe']],
    ['a byline in another script', pageOf('', '<p class="byline">山田 太郎</p>'), ['山田 太郎']],
  ])('come from %s', (_, page, expected) => expect(authorsOf(page, undefined)).toEqual(expected));

  it.each([
    ['an address', named('author', 'https://site.example/jane')],
    ['a handle', named('author', '@jane')],
    ['a mail address', named('author', 'jane@site.example')],
    ['a role', named('author', 'admin')],
    ['a date', named('author', 'May 26, 2016')],
    ['nothing', jsonLd({ '@type': 'Article', author: { '@type': 'Person', name: '' } })],
  ])('are no %s', (_, head) => expect(authorsOf(pageOf(head), undefined)).toEqual([]));

  it.each([
    ['other articles’ bylines', '<aside><p class="byline">Jane Doe</p></aside>'],
    ['a biography', '<div class="author-bio"><p class="author">Jane Doe</p></div>'],
    ['an invitation', '<p class="author">Write for us</p>'],
    ['one word', '<a rel="author">Jane</a>'],
    ['the site', '<a rel="author">The Site</a>'],
  ])('are not guessed from %s', (_, body) => expect(authorsOf(pageOf('', body), 'The Site')).toEqual([]));
});

describe('the publisher', () => {
  it.each([
    [
      'JSON-LD’s publisher',
      pageOf(named('og:site_name', 'no') + jsonLd({ '@type': 'Article', publisher: { name: 'The House' } })),
    ],
    ['og:site_name', pageOf(named('og:site_name', 'The House') + jsonLd({ '@type': 'WebSite', name: 'no' }))],
    [
      'a JSON-LD site',
      pageOf(jsonLd({ '@type': 'WebSite', name: 'The House' }) + named('application-name', 'no')),
    ],
    [
      'the application’s name',
      pageOf(named('application-name', 'The House') + '<title>Story | no</title>', '<h1>Story</h1>'),
    ],
    [
      'the end of the title',
      pageOf('<title>Story | The House</title>', '<h1>Story</h1><img class="logo" alt="no">'),
    ],
    ['the logo', pageOf('', '<header><a class="site-logo"><img alt="The House Logo"></a></header>')],
  ])('comes from %s', (_, page) => expect(publisherOf(page)).toBe('The House'));

  it.each([
    ['an address', named('og:site_name', 'https://site.example')],
    ['a title that isn’t the article’s', '<title>One | Two</title>'],
    ['punctuation', named('og:site_name', '--')],
  ])('is not taken from %s', (_, head) => expect(publisherOf(pageOf(head))).toBeUndefined());
});
