import { describe, expect, it } from 'vitest';
import { findImages, rankImages } from '../../../../shared/scraper/images/rank.ts';
import { jsonLd, makePage } from '../page.ts';

function named(name: string, content: string) {
  return `<meta property="${name}" content="${content}">`;
}

function paths(head: string, body = '') {
  return findImages(makePage(head, body), []).map(({ url }) => new URL(url).pathname);
}

describe('findImages()', () => {
  it('ranks pictures by their source', () => {
    const head =
      '<link rel="image_src" href="/link.jpg">' +
      jsonLd({ '@type': 'Article', image: { url: '/jsonld.jpg', width: 800, height: 600 } }) +
      named('twitter:image', '/twitter.jpg') +
      named('og:image', '/og.jpg');
    const body = '<video poster="/poster.jpg"></video><img src="/text.jpg" width="800" height="600">';
    expect(paths(head, body)).toEqual([
      '/og.jpg',
      '/twitter.jpg',
      '/jsonld.jpg',
      '/link.jpg',
      '/poster.jpg',
      '/text.jpg',
    ]);
  });

  it('reads the size and type of each picture from Open Graph', () => {
    const head =
      named('og:image', '/a.jpg') +
      named('og:image:width', '1200') +
      named('og:image:height', '630') +
      named('og:image', '/b') +
      named('og:image:type', 'image/png');
    expect(findImages(makePage(head), [])).toEqual([
      { url: 'https://site.example/a.jpg', width: 1200, height: 630, type: 'image/jpeg', weight: 1 },
      { url: 'https://site.example/b', width: 0, height: 0, type: 'image/png', weight: 0.99 },
    ]);
  });

  it('ranks icons and placeholders behind other pictures', () => {
    const head =
      named('og:image', '/icon.png') + named('og:image:width', '32') + named('twitter:image', '/a.jpg');
    expect(paths(head)).toEqual(['/a.jpg', '/icon.png']);
    expect(paths(named('og:image', '/img/logo.png') + named('twitter:image', '/a.jpg'))).toEqual([
      '/a.jpg',
      '/img/logo.png',
    ]);
    expect(paths(named('og:image', '/img/logo.png'), '<img src="/small.jpg">')).toEqual([
      '/img/logo.png',
      '/small.jpg',
    ]);
  });

  it('ranks the pictures of the text by size and place', () => {
    const body =
      '<img src="/unsized.jpg"><img src="/large.jpg" width="1200" height="700">' +
      '<article><img src="/article.jpg" width="1200" height="700"></article>';
    expect(paths('', body)).toEqual(['/article.jpg', '/large.jpg', '/unsized.jpg']);
  });

  it.each([
    ['icons', '<img src="/a.jpg" width="40" height="40">'],
    ['sprites', '<img src="/img/sprite.png">'],
    ['logos by class', '<img class="site-logo" src="/a.jpg">'],
    ['avatars', '<img src="/avatar/jane.jpg">'],
    ['drawings', '<img src="/a.svg">'],
    ['embedded data', '<img src="data:image/gif;base64,R0lGOD">'],
    ['trackers', '<img src="https://www.facebook.com/tr?id=1">'],
    [
      'trackers for browsers without scripts',
      '<noscript><img src="https://count.example/watch/1"></noscript>',
    ],
    ['hidden pictures', '<img src="/a.jpg" style="position:absolute; left:-9999px">'],
    ['pictures around the article', '<aside><img src="/a.jpg" width="900" height="900"></aside>'],
    ['invalid addresses', '<img src="http://[">'],
  ])('leaves out %s', (_, body) => expect(paths('', body)).toEqual([]));

  it.each([
    [
      'the largest of a source set',
      '<img src="/1.jpg" srcset="/1.jpg 320w, /3.jpg 1280w, /2.jpg 640w">',
      '/3.jpg',
    ],
    ['the densest of a source set', '<img src="/1.jpg" srcset="/1.jpg, /2.jpg 2x">', '/2.jpg'],
    [
      'the best source of a picture',
      '<picture><source srcset="/4.webp 1600w, /2.webp 800w"><source srcset="/3.jpg 1200w"><img src="/1.jpg"></picture>',
      '/4.webp',
    ],
    ['an image of AMP', '<amp-img src="/1.jpg" srcset="/1.jpg 320w, /2.jpg 1280w"></amp-img>', '/2.jpg'],
    ['a lazy loader’s source', '<img src="data:image/gif;base64,R0" data-src="/lazy.jpg">', '/lazy.jpg'],
    ['the fallback of lazy loading', '<noscript><img src="/fallback.jpg"></noscript>', '/fallback.jpg'],
  ])('takes %s', (_, body, path) => expect(paths('', body)).toEqual([path]));

  it('lists each picture once, with all that is known, and at most 20', () => {
    const image = { url: 'http://site.example/a', width: 0, height: 0, type: '', weight: 0.5 };
    const again = { url: 'https://site.example/a#x', width: 5, height: 5, type: 'image/png', weight: 0.7 };
    expect(rankImages([image, again])).toEqual([{ ...again, url: image.url }]);
    expect(
      rankImages(Array.from({ length: 99 }, (_, index) => ({ ...image, url: `${image.url}${index}` }))),
    ).toHaveLength(20);
  });
});
