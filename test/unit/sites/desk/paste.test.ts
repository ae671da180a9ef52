import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { cleanPasted } from '../../../../infra/sites/desk/page/paste/clean.ts';

function clean(html: string): string {
  const { document } = parseHTML(`<!doctype html><html><body><div id="root">${html}</div></body></html>`);
  return cleanPasted(document.querySelector('#root') ?? document.body);
}

const item = (level: number, marker: string, text: string): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in;mso-list:l0 level${level} lfo1'>` +
  `<span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span>${text}<o:p></o:p></p>`;

describe('cleanPasted()', () => {
  it.each([
    [
      'pages: an emphasis around blocks',
      '<strong><p> One <em>two</em></p>loose <i><ul><li>Item</li></ul></i><h2>Title</h2></strong><p>Plain</p>' +
        '<b style="font-weight:normal"><p>Docs</p></b><i><table><tr><td>Cell</td></tr></table></i>',
      '<p><strong>One <em>two</em></strong></p><p><strong>loose</strong></p>' +
        '<ul><li><strong><em>Item</em></strong></li></ul><h2>Title</h2><p>Plain</p>' +
        '<p>Docs</p><table><tr><td><em>Cell</em></td></tr></table>',
    ],
    [
      'pages: what is underlined, marked, inserted, small or quoted, but no line below a link',
      '<p><u>Under</u> <mark style="x">marked</mark> <ins>new</ins> <small>small</small> <q>said</q> <var>x</var> <dfn>term</dfn> ' +
        '<samp>out</samp> <a href="https://example.com/"><u>there</u></a> <u><a href="https://example.com/">here</a></u></p>',
      '<p><u>Under</u> <mark>marked</mark> <ins>new</ins> <small>small</small> <q>said</q> <var>x</var> <dfn>term</dfn> ' +
        '<samp>out</samp> <a href="https://example.com/">there</a> <a href="https://example.com/">here</a></p>',
    ],
    [
      'Google Docs: what is underlined as a style, but no link',
      '<p><span style="text-decoration:underline">Under</span> ' +
        '<a href="https://example.com/" style="text-decoration:none"><span style="text-decoration:underline;color:#15c">there</span></a></p>',
      '<p><u>Under</u> <a href="https://example.com/">there</a></p>',
    ],
    [
      'pages: a link around blocks',
      '<a href="https://example.com/?a&amp;b"><h2>Title</h2><div><em>One</em></div><p><strong>Two</strong><img src="https://example.com/a.png"></p>' +
        '<ul><li>Item</li></ul></a><a href="javascript:x()"><p>Plain</p></a>',
      '<h2><a href="https://example.com/?a&amp;b">Title</a></h2><p><a href="https://example.com/?a&amp;b"><em>One</em></a></p>' +
        '<p><a href="https://example.com/?a&amp;b"><strong>Two</strong><img src="https://example.com/a.png" alt=""></a></p>' +
        '<ul><li><a href="https://example.com/?a&amp;b">Item</a></li></ul><p>Plain</p>',
    ],
    [
      'Word: paragraphs, phrases and empty lines',
      `<style>p{color:red}</style><p class=MsoNormal style='mso-x:y'><b><span lang=EN>Bold</span></b> and <i>slanted</i><o:p></o:p></p>` +
        `<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Next\nline</p>`,
      '<p><strong>Bold</strong> and <em>slanted</em></p><p>Next line</p>',
    ],
    [
      'Word: bullets, and numbers within them',
      item(1, '·', 'One') +
        item(2, '1.', 'Inner') +
        item(2, '2.', 'Inner two') +
        item(1, '·', 'Two') +
        '<p>After</p>',
      '<ul><li>One<ol><li>Inner</li><li>Inner two</li></ol></li><li>Two</li></ul><p>After</p>',
    ],
    [
      'Word: two lists that a paragraph separates',
      item(1, '1)', 'A') + '<p>x</p>' + item(1, '·', 'B'),
      '<ol><li>A</li></ol><p>x</p><ul><li>B</li></ul>',
    ],
    [
      'Word: a list that goes on counting behind a paragraph',
      item(1, '1.', 'A') + '<p>x</p>' + item(1, '2.', 'B') + item(1, '3.', 'C'),
      '<ol><li>A</li></ol><p>x</p><ol start="2"><li>B</li><li>C</li></ol>',
    ],
    [
      'Google Docs: the first number of a list, also of an inner one, and a line across',
      '<ol start="3"><li>Three</li><ol start="x"><li>Inner</li></ol><ol start="5"><li>Five</li></ol></ol><hr><ul start="4"><li>A</li></ul>',
      '<ol start="3"><li>Three<ol><li>Inner</li></ol><ol start="5"><li>Five</li></ol></li></ol><hr><ul><li>A</li></ul>',
    ],
    [
      'Google Docs: the phrase around all, and phrases as styles',
      `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700;">Bold</span>` +
        `<span style="font-weight:400;font-style:italic;"> slanted</span></p><br /><h1 dir="ltr"><span>Title</span></h1></b>`,
      '<p><strong>Bold</strong><em> slanted</em></p><h2>Title</h2>',
    ],
    [
      'Google Docs: lists with an inner one beside the items',
      `<b style="font-weight:normal"><ul><li dir="ltr"><p role="presentation"><span>One</span></p></li><ul><li><p><span>Inner</span></p></li></ul><li><p>Two</p></li></ul></b>`,
      '<ul><li>One<ul><li>Inner</li></ul></li><li>Two</li></ul>',
    ],
    [
      'Google Docs: links that lead through Google',
      '<p><a href="https://www.google.com/url?q=https://example.com/a&amp;sa=D">there</a></p>',
      '<p><a href="https://example.com/a">there</a></p>',
    ],
    [
      'pages: scripts, handlers and addresses that run something',
      `<div onclick="x()">A<script>x()</script> <a href="javascript:x()">b</a><img src="file:///c/x.png" onerror="x()"></div>`,
      '<p>A b</p>',
    ],
    [
      'other stories: pictures of the library, and nothing that claims to be one',
      `<figure><x-shortcode source="[media-image ${'0a'.repeat(16)}]">x</x-shortcode><figcaption>Two</figcaption></figure>` +
        `<x-shortcode source="<script>">x</x-shortcode>`,
      `<p><x-shortcode source="[media-image ${'0a'.repeat(16)}]">[media-image ${'0a'.repeat(16)}]</x-shortcode></p><p>Two</p>`,
    ],
    [
      'pages: blocks in wrappers, and text beside them',
      '<div>One<div>Two</div><section><h1>Three</h1></section></div>',
      '<p>One</p><p>Two</p><h2>Three</h2>',
    ],
    ['pages: line breaks as paragraphs', 'One<br><br>Two<br>three', '<p>One</p><p>Two<br>three</p>'],
    [
      'pages: tables with joined cells',
      '<table style="x"><tbody><tr><td colspan="2" class="y"><p>A</p></td></tr><tr><th>B</th><td></td></tr></tbody></table>',
      '<table><tr><td colspan="2">A</td></tr><tr><th>B</th><td></td></tr></table>',
    ],
    [
      'pages: quotes, code and pictures',
      '<blockquote>Q</blockquote><pre class="x">a <b>b</b>\n</pre><p><img src="https://example.com/a.png" alt="A" width=1></p>',
      '<blockquote><p>Q</p></blockquote><pre>a b\n</pre><p><img src="https://example.com/a.png" alt="A"></p>',
    ],
  ])('cleans %s', (_, html, expected) => {
    expect(clean(html)).toBe(expected);
  });
});
