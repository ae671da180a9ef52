import { describe, expect, it } from 'vitest';
import { findAddress, findCanonical } from '../../../../shared/scraper/fields/address.ts';
import { findModified, findPublished } from '../../../../shared/scraper/fields/date.ts';
import { findFavicon, findKind, findLocale } from '../../../../shared/scraper/fields/facts.ts';
import { findTags } from '../../../../shared/scraper/fields/tags.ts';
import { Page } from '../../../../shared/scraper/markup/page.ts';
import { jsonLd, makePage, URL_OF_PAGE } from '../page.ts';

function named(name: string, content: string) {
  return `<meta property="${name}" content="${content}">`;
}

describe('findPublished() and findModified()', () => {
  const DAY = '2016-05-26T10:00:00.000Z';
  const text = '2016-05-26T10:00:00Z';

  it.each([
    ['JSON-LD', makePage(jsonLd({ '@type': 'Article', datePublished: text }))],
    ['Open Graph', makePage(named('article:published_time', text))],
    ['microdata', makePage('', `<i itemprop="datePublished" content="${text}">x</i>`)],
    ['a meta element', makePage(named('date', text))],
    [
      'a time element',
      makePage('', `<nav><time datetime="2001-01-01">x</time></nav><time datetime="${text}">x</time>`),
    ],
    [
      'a class',
      makePage('', `<span class="post-date" title="${text}">Thursday</span><p class="date">May 26, 2016</p>`),
    ],
  ])('read the date of publication from %s', (_, page) => expect(findPublished(page)).toBe(DAY));

  it('read the date of publication from the address when the page has none', () => {
    expect(findPublished(makePage('', '', 'https://site.example/2016/05/26/story'))).toBe(
      '2016-05-26T00:00:00.000Z',
    );
  });

  it('ignore a list of dates, which belong to other things', () => {
    const list = '<p class="date">Dec 9, 2021</p><p class="date">Nov 25, 2021</p>';
    expect(findPublished(makePage('', list))).toBeUndefined();
  });

  it('ignore a box of facts about a person’s life', () => {
    const box =
      '<table class="infobox vcard"><tr><td><time datetime="1941-05-24">May 24</time></td></tr></table>';
    expect(findPublished(makePage('', `${box}<p class="birth date bday">1941-05-24</p>`))).toBeUndefined();
    expect(findPublished(makePage('', `${box}<p class="publish_on">12 Jan, 2016, 10.34PM IST</p>`))).toBe(
      '2016-01-12T17:04:00.000Z',
    );
  });

  it.each([
    ['JSON-LD', makePage(jsonLd({ '@type': 'WebPage', dateModified: text }))],
    ['Open Graph', makePage(named('article:modified_time', text))],
    ['microdata', makePage('', `<meta itemprop="dateModified" content="${text}">`)],
  ])('read the date of the last change from %s', (_, page) => expect(findModified(page)).toBe(DAY));
});

describe('findLocale()', () => {
  it.each([
    ['the html element', new Page('<html LANG="de-ch">', URL_OF_PAGE), 'de-CH'],
    ['og:locale', makePage(named('og:locale', 'pt_BR')), 'pt-BR'],
    ['JSON-LD', makePage(jsonLd({ '@type': 'Article', inLanguage: 'fr' })), 'fr'],
    ['content-language', makePage('<meta http-equiv="Content-Language" content="en-us, de">'), 'en-US'],
    ['an invalid og:locale', makePage(named('og:locale', 'English (US)')), undefined],
    ['no element', makePage(''), undefined],
  ])('reads the language, if any, from %s', (_, page, expected) => expect(findLocale(page)).toBe(expected));
});

describe('findAddress() and findCanonical()', () => {
  const canonical = '<link rel="canonical" href="/canonical">';

  it('return the address that the page states, else the one it was fetched from', () => {
    expect(findAddress(makePage(canonical + named('og:url', '/og')))).toBe('https://site.example/og');
    expect(findAddress(makePage(canonical))).toBe('https://site.example/canonical');
    expect(findAddress(makePage(named('og:url', 'javascript:alert(1)')))).toBe(URL_OF_PAGE);
    expect(findCanonical(makePage(canonical))).toBe('https://site.example/canonical');
  });

  it('ignore the front page when a site states it as the address of every page', () => {
    expect(findAddress(makePage(named('og:url', 'https://site.example/') + canonical))).toBe(
      'https://site.example/canonical',
    );
    expect(findAddress(makePage(named('og:url', 'https://site.example/'), '', 'https://site.example/'))).toBe(
      'https://site.example/',
    );
  });
});

describe('findFavicon()', () => {
  const icon = (href: string, attributes = '', rel = 'icon') =>
    `<link rel="${rel}" href="${href}" ${attributes}>`;

  it.each([
    [
      'the largest of several',
      icon('/16.png', 'sizes="16x16"') + icon('/96.png', 'sizes="32x32 96x96"'),
      '/96.png',
    ],
    [
      'a small icon rather than a huge one',
      icon('/1024.png', 'sizes="1024x1024"') + icon('/64.png', 'sizes="64x64"'),
      '/64.png',
    ],
    ['a drawing', icon('/16.png', 'sizes="16x16"') + icon('/icon.svg', 'type="image/svg+xml"'), '/icon.svg'],
    [
      'a touch icon',
      icon('/favicon.ico', '', 'shortcut icon') + icon('/touch.png', '', 'apple-touch-icon'),
      '/touch.png',
    ],
    [
      '/favicon.ico by default',
      icon('data:image/png;base64,xx') + icon('/mask.svg', '', 'mask-icon'),
      '/favicon.ico',
    ],
  ])('returns %s', (_, head, path) =>
    expect(findFavicon(makePage(head))).toBe(`https://site.example${path}`),
  );
});

describe('findTags()', () => {
  it('collects the tags from all sources, each once', () => {
    const head =
      named('article:tag', 'Fire') +
      named('article:tag', 'fire') +
      named('keywords', 'site, news;') +
      jsonLd({ '@type': 'Article', keywords: ['Ikea', 'bowls, Fire'] });
    const body = '<a rel="tag" href="#">#Kitchen</a><a rel="category tag">Home</a><a rel="staging">no</a>';
    expect(findTags(makePage(head, body))).toEqual([
      'Fire',
      'Ikea',
      'bowls',
      'Kitchen',
      'Home',
      'site',
      'news',
    ]);
  });

  it('returns at most 50 tags', () => {
    const many = Array.from({ length: 500 }, (_, index) => `tag ${index}`).join(',');
    expect(findTags(makePage(named('keywords', `${'x'.repeat(200)},${many}`)))).toHaveLength(50);
  });
});

describe('findKind()', () => {
  it.each([
    ['article', makePage(named('og:type', 'website') + jsonLd({ '@type': 'BlogPosting' }))],
    ['recipe', makePage(jsonLd({ '@type': ['Recipe', 'NewsArticle'] }))],
    ['video', makePage(named('og:type', 'video.movie'))],
    ['audio', makePage(jsonLd({ '@type': 'PodcastEpisode' }))],
    ['product', makePage(named('og:type', 'og:product'))],
    ['profile', makePage(named('og:type', 'profile'))],
    ['website', makePage(named('og:type', 'website'))],
    ['website', makePage('')],
  ])('recognises %s', (kind, page) => expect(findKind(page, '')).toBe(kind));

  it('returns article when there is text', () => expect(findKind(makePage(''), 'Text')).toBe('article'));
});
