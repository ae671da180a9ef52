import { describe, expect, it } from 'vitest';
import { microdata, microdataNames } from '../../../../shared/scraper/markup/microdata.ts';
import { makePage } from '../page.ts';

describe('Page', () => {
  it('finds non-empty meta elements by property, name or itemprop, in order', () => {
    const page = makePage(
      '<meta property="og:title" content=""><meta name="OG:Title" content=" A "><meta itemprop="og:title x" content="B">',
    );
    expect(page.metas('og:title')).toEqual(['A', 'B']);
  });

  it('resolves addresses against its base element', () => {
    expect(makePage('<base href="/other/">').absolute('a.jpg')).toBe('https://site.example/other/a.jpg');
    expect(makePage('<base href="javascript:x">').absolute('a.jpg')).toBe('https://site.example/news/a.jpg');
  });

  it.each([
    ['a navigation', '<nav><p></p></nav>', true],
    ['teasers of other articles', '<div class="post related-posts"><p></p></div>', true],
    ['comments', '<section id="comments"><p></p></section>', true],
    ['the site’s footer', '<footer><p></p></footer>', true],
    ['an article’s own footer', '<article><footer><p></p></footer></article>', false],
    ['a post’s footer by class', '<div class="post-footer"><p></p></div>', false],
    ['what holds the headline', '<div class="with-sidebar"><h1>x</h1><p></p></div>', false],
    ['a plain block', '<div class="commentary"><p></p></div>', false],
  ])('recognises the surroundings of an article: %s', (_, body, expected) => {
    const page = makePage('', body);
    expect(page.querySelectorAll('p').map(element => page.isPeripheral(element))).toEqual([expected]);
  });
});

describe('microdata() and microdataNames()', () => {
  it('read values from the attribute that contains them', () => {
    const page = makePage(
      '',
      `<meta itemprop="d" content="1"><time itemprop="d" datetime="2">x</time><a itemprop="d" href="3">x</a>
       <img itemprop="d" src="4"><abbr itemprop="d" title="5">x</abbr><b itemprop="d"> 6 </b>
       <nav><b itemprop="d">7</b></nav>`,
    );
    expect(microdata(page, 'd')).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('read names from nested items', () => {
    const page = makePage(
      '',
      '<div itemprop="author" itemscope><a href="x"><b itemprop="name">Jane</b></a> editor</div><i itemprop="author">Joe</i>',
    );
    expect(microdataNames(page, 'author')).toEqual(['Jane', 'Joe']);
  });
});
