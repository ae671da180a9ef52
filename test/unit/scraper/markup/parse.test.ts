import { describe, expect, it } from 'vitest';
import { parseMarkup } from '../../../../shared/scraper/markup/parse.ts';
import { firstOnes, lineage, ownText, textOf } from '../../../../shared/scraper/markup/tree.ts';

const [root] = parseMarkup('');
const first = (html: string, name: string) =>
  firstOnes(parseMarkup(html), element => element.name === name, 1)[0] ?? root;

describe('parseMarkup', () => {
  it('reads names and attributes whatever their case', () => {
    expect(first('<META NAME="a" Content="B &amp; C">', 'meta').attributes).toEqual({
      name: 'a',
      content: 'B & C',
    });
  });

  it('reads fragments, and text without any markup', () => {
    expect(textOf(first('just text', ''))).toBe('just text');
    expect(textOf(first('<p>one<p>two', 'p'))).toBe('one');
  });

  it('leaves out what lies beyond its limits and keeps what lies before', () => {
    const links = parseMarkup(`<title>kept</title>${'<a href=x>y</a>'.repeat(100_000)}<p>lost</p>`);
    expect(links.length).toBeLessThan(50_000);
    expect(links[1]?.name).toBe('title');
    const deep = parseMarkup('<title>kept</title>' + '<div>'.repeat(50_000));
    expect([...lineage(deep.at(-1) ?? root)].length).toBeLessThan(500);
    const attributes = Array.from({ length: 1000 }, (_, index) => `a${index}`).join(' ');
    expect(parseMarkup(`<title>kept</title><div ${attributes}><p>`).length).toBe(2);
  });
});

describe('texts', () => {
  it('are what a reader sees', () => {
    const html = '<div>a<script>b</script><style>c</style><b>d</b><br>e<noscript>f</noscript></div>';
    expect(textOf(first(html, 'div'))).toBe('ad\ne');
    expect(ownText(first(html, 'script'))).toBe('b');
  });

  it('end where told', () => expect(textOf(first('<div>abc<b>def</b>ghi</div>', 'div'), 5)).toBe('abcde'));
});
