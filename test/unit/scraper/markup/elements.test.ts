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
    const ofEngine = [...root.querySelectorAll(`:is(${selectors})`)];
    expect(elements.select(selectors)).toEqual(ofEngine);
    expect([...root.querySelectorAll(selectors)]).toEqual(ofEngine);
    expect(root.querySelector(selectors)).toBe(ofEngine[0] ?? null);
  });

  it.each(['p > b', ':not(svg) > title', '.author', 'a[href="/x"]'])('leaves %s to the engine', selectors => {
    expect(elements.select(selectors)).toBeUndefined();
  });
});

describe('Elements.between()', () => {
  const root = parseMarkup(HTML);
  const elements = new Elements(root);
  const all = elements.select('*') ?? [];
  const at = (selector: string) => root.querySelector(selector) ?? root;
  const namesBetween = (holder: string, element: string) =>
    elements.between(all, at(holder), at(element)).map(({ localName }) => localName);

  it('returns the elements inside a holder that end before another one begins', () => {
    expect(namesBetween('none', 'b')).toEqual(['div', 'a', 'template', 'script', 'amp-img']);
    expect(namesBetween('div', 'b')).toEqual(['a']);
    expect(namesBetween('p', 'b')).toEqual([]);
    expect(namesBetween('none', 'div')).toEqual([]);
  });
});
