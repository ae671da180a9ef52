import { describe, expect, it } from 'vitest';
import { findPublisher } from '../../../../shared/scraper/fields/publisher.ts';
import { jsonLd, makePage, metaTag } from '../page.ts';

describe('findPublisher()', () => {
  it.each([
    [
      'JSON-LD’s publisher',
      makePage(
        metaTag('og:site_name', 'no') + jsonLd({ '@type': 'Article', publisher: { name: 'The House' } }),
      ),
    ],
    [
      'og:site_name',
      makePage(metaTag('og:site_name', 'The House') + jsonLd({ '@type': 'WebSite', name: 'no' })),
    ],
    [
      'a JSON-LD site',
      makePage(jsonLd({ '@type': 'WebSite', name: 'The House' }) + metaTag('application-name', 'no')),
    ],
    [
      'the application’s name',
      makePage(metaTag('application-name', 'The House') + '<title>Story | no</title>', '<h1>Story</h1>'),
    ],
    [
      'the end of the title',
      makePage('<title>Story | The House</title>', '<h1>Story</h1><img class="logo" alt="no">'),
    ],
    ['the logo', makePage('', '<header><a class="site-logo"><img alt="The House Logo"></a></header>')],
  ])('reads the name from %s', (_, page) => expect(findPublisher(page)).toBe('The House'));

  it.each([
    ['an address', metaTag('og:site_name', 'https://site.example')],
    ['a title that isn’t the article’s', '<title>One | Two</title>'],
    ['punctuation', metaTag('og:site_name', '--')],
  ])('does not read the name from %s', (_, head) => expect(findPublisher(makePage(head))).toBeUndefined());

  it.each([
    ['after a colon', 'WebMD: Better information. Better health.', 'WebMD'],
    ['after a dash', 'Yahoo News - Latest News & Headlines', 'Yahoo News'],
    ['after a bar', 'EXAMPLE.COM | BY: JOE WEE', 'EXAMPLE.COM'],
    ['before the name that the address has', 'Life, health and science - The Site', 'The Site'],
  ])('removes a tagline %s', (_, name, expected) => {
    expect(findPublisher(makePage(metaTag('og:site_name', name)))).toBe(expected);
  });

  it('keeps the parts of a name that are not a tagline', () => {
    expect(findPublisher(makePage(metaTag('og:site_name', 'Radio Podcasts | Example Studios')))).toBe(
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
