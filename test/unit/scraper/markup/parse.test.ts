import { describe, expect, it } from 'vitest';
import type { Element } from '../../../../shared/scraper/markup/dom.ts';
import { parseMarkup } from '../../../../shared/scraper/markup/parse.ts';
import { ownText, readText } from '../../../../shared/scraper/markup/text.ts';

function listElements(html: string): readonly Element[] {
  return parseMarkup(html).querySelectorAll('*');
}

function readFirst(html: string, selector: string, maxLength?: number): string | undefined {
  const found = parseMarkup(html).querySelector(selector);
  return found === null ? undefined : readText(found, maxLength);
}

function computeDepth(element: Element): number {
  return element.parentElement === null ? 0 : 1 + computeDepth(element.parentElement);
}

describe('parseMarkup()', () => {
  it('reads names and attributes in any case', () => {
    const meta = parseMarkup('<META NAME="a" Content="B &amp; C">').querySelector('meta[name="a"]');
    expect(meta?.getAttribute('content')).toBe('B & C');
    expect(meta?.getAttribute('property')).toBeNull();
  });

  it('reads fragments, and text without any markup', () => {
    expect(readText(parseMarkup('just text'))).toBe('just text');
    expect(readFirst('<p>one<p>two', 'p')).toBe('one');
  });

  it('selects elements by class, id, attribute and place', () => {
    const html = '<div id="a" class="x y"><p title="T"><b>1</b></p></div><svg><title>no</title></svg>';
    for (const selector of ['#a b', '.y > p b', 'p[title="t" i] b', 'div.x b']) {
      expect(readFirst(html, selector)).toBe('1');
    }
    expect(parseMarkup(html).querySelectorAll(':not(svg) > title')).toHaveLength(0);
    expect(parseMarkup(html).querySelector('b')?.closest('.x')?.getAttribute('id')).toBe('a');
  });

  it('keeps the first 12,000 elements', () => {
    const elements = listElements(`<title>kept</title>${'<a href=x>y</a>'.repeat(20_000)}<p>lost</p>`);
    expect(elements).toHaveLength(12_000);
    expect(elements[0]?.localName).toBe('title');
  });

  it('keeps elements nested up to 400 deep', () => {
    const elements = listElements('<title>kept</title>' + '<div>'.repeat(50_000));
    expect(Math.max(...elements.map(computeDepth))).toBe(400);
  });

  it('stops before an element of more than 200 attributes', () => {
    const attributes = Array.from({ length: 1000 }, (_, index) => `a${index}`).join(' ');
    expect(listElements(`<title>kept</title><div ${attributes}><p>`)).toHaveLength(1);
  });

  it('cuts attributes at 10,000 characters', () => {
    const [element] = listElements(`<p class="${'word '.repeat(200_000)}">`);
    expect(element?.getAttribute('class')).toHaveLength(10_000);
    expect(element?.matches('.word')).toBe(true);
  });
});

describe('readText() and ownText()', () => {
  it('return the text that a reader sees', () => {
    const html = '<div>a<script>b</script><style>c</style><b>d</b><br>e<noscript>f</noscript></div>';
    expect(readFirst(html, 'div')).toBe('ad\ne');
  });

  it('return the content of a script', () => {
    const script = parseMarkup('<script>a < b</script>').querySelector('script');
    expect(script === null ? '' : ownText(script)).toBe('a < b');
  });

  it('stop after the given number of characters', () =>
    expect(readFirst('<div>abc<b>def</b>ghi</div>', 'div', 5)).toBe('abcde'));
});
