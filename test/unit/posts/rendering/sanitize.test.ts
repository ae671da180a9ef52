import { parseFragment, serialize, type DefaultTreeAdapterTypes } from 'parse5';
import { describe, expect, it, vi } from 'vitest';
import { sanitize } from '../../../../shared/posts/rendering/sanitize.ts';
import { slowness } from '../../../support/time/cpu.ts';
import { rounds } from '../../../support/run/rounds.ts';
import { VECTORS } from './vectors.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

const ELEMENTS =
  /^(?:a|audio|b|br|caption|details|div|iframe|img|listicle|p|source|span|summary|t[dr]|table|tbody|video)$/;
const ATTRIBUTES =
  /^(?:allow|allowfullscreen|alt|class|controls|height|href|id|loading|open|poster|referrerpolicy|rel|sandbox|src|srcset|target|title|width)$/;
const URL_ATTRIBUTES = /^(?:href|poster|src|srcset)$/;

/** What a browser must not see in a sanitized body. */
function dangersIn(html: string): string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    if ('tagName' in node) {
      if (!ELEMENTS.test(node.tagName)) found.push(`<${node.tagName}>`);
      for (const { name, value } of node.attrs) {
        if (!ATTRIBUTES.test(name)) found.push(`${name}=${value}`);
        if (URL_ATTRIBUTES.test(name) && !/^https?:$/.test(new URL(value, 'https://site.example').protocol))
          found.push(`${name}=${value}`);
        if (
          node.tagName === 'iframe' &&
          name === 'src' &&
          !value.startsWith('https://www.youtube.com/embed/')
        )
          found.push(`frame ${value}`);
      }
    } else if (node.nodeName !== '#text') found.push(node.nodeName);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  parseFragment(html).childNodes.forEach(visit);
  return found;
}

function safe(html: string): string {
  return sanitize(html, []);
}

describe('sanitized body', () => {
  it('has no srcset that is not a list of addresses with descriptors', () => {
    const log = vi.spyOn(console, 'log');
    for (const srcset of ['a 1q', 'a 0w', 'a 1w 1w', 'a,,b', 'a 1x (b', '<b c'])
      expect(safe(`<img srcset="${srcset}" alt="" />`)).toBe('<img alt="" />');
    expect(log).not.toHaveBeenCalled();
  });

  it.each(VECTORS)('has only harmless elements, attributes and URLs for %j', vector => {
    for (const html of [vector, `<p>${vector}</p>`, `<table><td>${vector}`, `<a href="${vector}">`]) {
      const once = safe(html);
      expect(dangersIn(once), once).toEqual([]);
      // A browser parses it, and a script of the page may write the result again.
      expect(dangersIn(serialize(parseFragment(once)))).toEqual([]);
      expect(safe(once)).toBe(once);
    }
  });

  it('keeps text, tables, media and links', () => {
    const body =
      '<h2 class="x">Née &amp; <em>é</em></h2><p lang="fr" title="a &quot;b&quot;">1 &lt; 2<br /></p><hr />' +
      '<table><tbody><tr><td colspan="2">x</td></tr></tbody></table><ol start="3"><li value="4">y</li></ol>' +
      '<figure><img src="/a.jpg" srcset="/a,1.jpg 210w, /b.jpg 300w" sizes="100vw" alt="" width="3" height="2" />' +
      '<figcaption>z</figcaption></figure><a href="mailto:desk@example.org">m</a> <a href="#user-content-note">n</a>' +
      '<video src="https://example.org/v.mp4" controls poster="/p.jpg"></video><listicle id="listicle-7"></listicle>';
    expect(safe(body)).toBe(body);
  });

  it('prefixes ids and the links to them, so that footnotes lead somewhere and no id is one of the page', () => {
    expect(
      safe(
        '<a id="ref:1" href="#fn:1">1</a><p id="fn:1">A note <a href="#ref:1">↩</a></p><a href="#top">x</a>',
      ),
    ).toBe(
      '<a id="user-content-ref:1" href="#user-content-fn:1">1</a><p id="user-content-fn:1">A note ' +
        '<a href="#user-content-ref:1">↩</a></p><a href="#top">x</a>',
    );
    expect(safe('<p id="a b">1</p><p id="">2</p><p id="&quot;x">3</p>')).toBe('<p>1</p><p>2</p><p>3</p>');
  });

  it('removes scripts and styles with their content, and other elements without it', () => {
    expect(safe('a<script>1</script><style>2</style><noscript>3</noscript><svg><text>4</text></svg>b')).toBe(
      'ab',
    );
    expect(safe('<center>a<font color=red>b</font></center>')).toBe('ab');
  });

  it('keeps frames of providers, with their own restrictions', () => {
    const frame = safe(
      '<iframe width=560 src="//www.youtube.com/embed/dQw4w9WgXcQ?rel=0" sandbox="" allow="camera">no</iframe>',
    );
    expect(frame).toMatch(
      /^<iframe src="https:\/\/www\.youtube\.com\/embed\/dQw4w9WgXcQ\?rel=0" width="560" loading="lazy"/,
    );
    expect(frame).toMatch(
      /sandbox="allow-scripts [a-z -]+" allow="encrypted-media; [a-z; -]+" allowfullscreen><\/iframe>$/,
    );
    expect(frame).not.toMatch(/top-navigation|camera|no</);
  });

  it('keeps frames of the addresses that the site adds', () => {
    const chart = '<iframe src="https://charts.example/embed/1"></iframe>';
    expect(sanitize(chart, ['https://charts.example/embed/'])).toContain(
      '<iframe src="https://charts.example/embed/1"',
    );
    expect(sanitize(chart, ['https://charts.example/other/'])).not.toContain('<iframe');
  });

  it('replaces other frames by a link to their address', () => {
    expect(safe('a<iframe src="http://other.example/x?a=1&amp;b"><b>no</b></iframe><p>b</p>')).toBe(
      'a<a href="https://other.example/x?a=1&amp;b">https://other.example/x?a=1&amp;b</a><p>b</p>',
    );
  });

  it('opens a new window without a reference to its own', () => {
    expect(safe('<a href="/x" target="_blank" rel="nofollow opener">x</a>')).toBe(
      '<a href="/x" target="_blank" rel="nofollow noopener">x</a>',
    );
  });
});

const SIZE = rounds(60_000, 1_600_000);
const PIECES = [
  '<b>',
  '</i><b>',
  '<p>',
  '<li>',
  '<form>',
  '<iframe src=//x>a</iframe>',
  '<p><noscript></p>',
  '<svg><title>',
];
const VALUES = ['<!---->', ',,,b,', 'a 1x, ', '&amp'];

it.each([
  ...PIECES.map(piece => (size: number) => piece.repeat(size / piece.length)),
  ...VALUES.map(piece => (size: number) => `<a href="${piece.repeat(size / piece.length)}">`),
  ...VALUES.map(piece => (size: number) => `<img srcset="${piece.repeat(1000)}">`.repeat(size / 5000)),
  (size: number) => `<b ${'a= '.repeat(size / 3)}>`,
  (size: number) => '<b>'.repeat(size / 6) + '</i>'.repeat(size / 8),
])('sanitize() takes linear time for a body that %o makes', makeBody => {
  const [small, large] = [makeBody(SIZE / 4), makeBody(SIZE)];
  expect(slowness({ small: () => safe(small), large: () => safe(large) }, 10_000)).toBeUndefined();
});
