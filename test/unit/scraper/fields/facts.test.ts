import { describe, expect, it } from 'vitest';
import { addressOf, canonicalOf } from '../../../../shared/scraper/fields/address.ts';
import { modifiedOf, publishedOf } from '../../../../shared/scraper/fields/date.ts';
import { faviconOf, kindOf, localeOf } from '../../../../shared/scraper/fields/facts.ts';
import { tagsOf } from '../../../../shared/scraper/fields/tags.ts';
import { Page } from '../../../../shared/scraper/markup/page.ts';
import { jsonLd, pageOf, URL_OF_PAGE } from '../page.ts';

function named(name: string, content: string) {
  return `<meta property="${name}" content="${content}">`;
}

describe('publishedOf() and modifiedOf()', () => {
  const DAY = '2016-05-26T10:00:00.000Z';
  const text = '2016-05-26T10:00:00Z';

  it.each([
    ['JSON-LD', pageOf(jsonLd({ '@type': 'Article', datePublished: text }))],
    ['Open Graph', pageOf(named('article:published_time', text))],
    ['microdata', pageOf('', `<i itemprop="datePublished" content="${text}">x</i>`)],
    ['a meta element', pageOf(named('date', text))],
    [
      'a time element',
      pageOf('', `<nav><time datetime="2001-01-01">x</time></nav><time datetime="${text}">x</time>`),
    ],
    [
      'a class',
      pageOf('', `<span class="post-date" title="${text}">Thursday</span><p class="date">May 26, 2016</p>`),
    ],
  ])('read the date of publication from %s', (_, page) => expect(publishedOf(page)).toBe(DAY));

  it('read the date of publication from the address when the page has none', () => {
    expect(publishedOf(pageOf('', '', 'https://site.example/2016/05/26/story'))).toBe(
      '2016-05-26T00:00:00.000Z',
    );
  });

  it('ignore a list of dates, which belong to other things', () => {
    const list = '<p class="date">Dec 9, 2021</p><p class="date">Nov 25, 2021</p>';
    expect(publishedOf(pageOf('', list))).toBeUndefined();
  });

  it('ignore a box of facts about a person’s life', () => {
    const box =
      '<table class="infobox vcard"><tr><td><time datetime="1941-05-24">May 24</time></td></tr></table>';
    expect(publishedOf(pageOf('', `${box}<p class="birth date bday">1941-05-24</p>`))).toBeUndefined();
    expect(publishedOf(pageOf('', `${box}<p class="publish_on">12 Jan, 2016, 10.34PM IST</p>`))).toBe(
      '2016-01-12T17:04:00.000Z',
    );
  });

  it.each([
    ['JSON-LD', pageOf(jsonLd({ '@type': 'WebPage', dateModified: text }))],
    ['Open Graph', pageOf(named('article:modified_time', text))],
    ['microdata', pageOf('', `<meta itemprop="dateModified" content="${text}">`)],
  ])('read the date of the last change from %s', (_, page) => expect(modifiedOf(page)).toBe(DAY));
});

describe('localeOf()', () => {
  it.each([
    ['the html element', new Page('<html LANG="de-ch">', URL_OF_PAGE), 'de-CH'],
    ['og:locale', pageOf(named('og:locale', 'pt_BR')), 'pt-BR'],
    ['JSON-LD', pageOf(jsonLd({ '@type': 'Article', inLanguage: 'fr' })), 'fr'],
    ['content-language', pageOf('<meta http-equiv="Content-Language" content="en-us, de">'), 'en-US'],
    ['an invalid og:locale', pageOf(named('og:locale', 'English (US)')), undefined],
    ['no element', pageOf(''), undefined],
  ])('reads the language, if any, from %s', (_, page, expected) => expect(localeOf(page)).toBe(expected));
});

describe('addressOf() and canonicalOf()', () => {
  const canonical = '<link rel="canonical" href="/canonical">';

  it('return the address that the page states, else the one it was fetched from', () => {
    expect(addressOf(pageOf(canonical + named('og:url', '/og')))).toBe('https://site.example/og');
    expect(addressOf(pageOf(canonical))).toBe('https://site.example/canonical');
    expect(addressOf(pageOf(named('og:url', 'javascript:alert(1)')))).toBe(URL_OF_PAGE);
    expect(canonicalOf(pageOf(canonical))).toBe('https://site.example/canonical');
  });

  it('ignore the front page when a site states it as the address of every page', () => {
    expect(addressOf(pageOf(named('og:url', 'https://site.example/') + canonical))).toBe(
      'https://site.example/canonical',
    );
    expect(addressOf(pageOf(named('og:url', 'https://site.example/'), '', 'https://site.example/'))).toBe(
      'https://site.example/',
    );
  });
});

describe('faviconOf()', () => {
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
  ])('returns %s', (_, head, path) => expect(faviconOf(pageOf(head))).toBe(`https://site.example${path}`));
});

describe('tagsOf()', () => {
  it('collects the tags from all sources, each once', () => {
    const head =
      named('article:tag', 'Fire') +
      named('article:tag', 'fire') +
      named('keywords', 'site, news;') +
      jsonLd({ '@type': 'Article', keywords: ['Ikea', 'bowls, Fire'] });
    const body = '<a rel="tag" href="#">#Kitchen</a><a rel="category tag">Home</a><a rel="staging">no</a>';
    expect(tagsOf(pageOf(head, body))).toEqual(['Fire', 'Ikea', 'bowls', 'Kitchen', 'Home', 'site', 'news']);
  });

  it('returns at most 50 tags', () => {
    const many = Array.from({ length: 500 }, (_, index) => `tag ${index}`).join(',');
    expect(tagsOf(pageOf(named('keywords', `${'x'.repeat(200)},${many}`)))).toHaveLength(50);
  });
});

describe('kindOf()', () => {
  it.each([
    ['article', pageOf(named('og:type', 'website') + jsonLd({ '@type': 'BlogPosting' }))],
    ['recipe', pageOf(jsonLd({ '@type': ['Recipe', 'NewsArticle'] }))],
    ['video', pageOf(named('og:type', 'video.movie'))],
    ['audio', pageOf(jsonLd({ '@type': 'PodcastEpisode' }))],
    ['product', pageOf(named('og:type', 'og:product'))],
    ['profile', pageOf(named('og:type', 'profile'))],
    ['website', pageOf(named('og:type', 'website'))],
    ['website', pageOf('')],
  ])('recognises %s', (kind, page) => expect(kindOf(page, '')).toBe(kind));

  it('returns article when there is text', () => expect(kindOf(pageOf(''), 'Text')).toBe('article'));
});
