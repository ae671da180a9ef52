import { describe, expect, it } from 'vitest';
import { Elements } from '../../../../shared/scraper/markup/elements.ts';
import { parseMarkup } from '../../../../shared/scraper/markup/parse.ts';

const HTML =
  '<div itemprop="author name"><a href="/x" rel="Tag nofollow">x</a></div><template><a href="/y">y</a></template>' +
  '<script type="application/LD+json"></script><amp-img></amp-img><p class="author"><b>z</b></p>';

describe('Elements.select()', () => {
  const root = parseMarkup(HTML);
  const elements = new Elements(root);

  it.each([
    '*',
    'a[href], p',
    '[class], [id]',
    'amp-img,b',
    '[itemprop~="author"]',
    '[itemprop~="auth"]',
    'a[rel~="tag" i]',
    'script[type*="ld+json" i]',
  ])('selects the same elements as the engine: %s', selectors => {
    expect(elements.select(selectors)).toEqual([...root.querySelectorAll(selectors)]);
  });

  it.each(['p > b', ':not(svg) > title', '.author', 'a[href="/x"]'])('leaves %s to the engine', selectors => {
    expect(elements.select(selectors)).toBeUndefined();
  });
});

describe('Elements.isBefore() and isInside()', () => {
  const root = parseMarkup(HTML);
  const elements = new Elements(root);
  const at = (selector: string) => root.querySelector(selector) ?? root;

  it('tell where an element is in the document', () => {
    expect(elements.isBefore(at('a'), at('b'))).toBe(true);
    expect(elements.isBefore(at('b'), at('a'))).toBe(false);
    expect(elements.isBefore(at('p'), at('b'))).toBe(false);
    expect(elements.isInside(at('b'), at('p'))).toBe(true);
    expect(elements.isInside(at('p'), at('b'))).toBe(false);
    expect(elements.isInside(at('b'), root)).toBe(true);
  });
});
