import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addParagraphs } from '../../../../infra/tools/import-wordpress/paragraphs/add.ts';
import { shownBody } from '../../../../infra/tools/import-wordpress/map/post.ts';
import { readItems } from '../../../../infra/tools/import-wordpress/wxr/item.ts';
import { corpusFolder } from '../../../support/corpora.ts';

/** What WordPress 6 makes of each body. */
const SHOWN: readonly (readonly [what: string, body: string, shown: string])[] = [
  ['nothing', '', ''],
  ['only white space', ' \n\t\r\n\u0000', ''],
  ['one line', 'One', '<p>One</p>\n'],
  ['two paragraphs', 'One\n\nTwo', '<p>One</p>\n<p>Two</p>\n'],
  ['paragraphs of Windows', 'One\r\n\r\nTwo\rThree', '<p>One</p>\n<p>Two<br />\nThree</p>\n'],
  ['many empty lines', '\n\nOne\n \n\t\n\nTwo\n\n', '<p>One</p>\n<p>Two</p>\n'],
  ['a line break', 'One\nTwo', '<p>One<br />\nTwo</p>\n'],
  ['spaces before a line break', 'One  \nTwo', '<p>One<br />\nTwo</p>\n'],
  ['a break that is there', 'One<br>\nTwo<br/>\nThree', '<p>One<br />\nTwo<br />\nThree</p>\n'],
  ['two breaks', 'One<br><br />Two', '<p>One</p>\n<p>Two</p>\n'],
  ['a paragraph that is there', '<p>One</p>\nTwo', '<p>One</p>\n<p>Two</p>\n'],
  ['a paragraph with a class', '<p class="a">One\n\nTwo</p>', '<p class="a">One</p>\n<p>Two</p>\n'],
  ['a heading', '<h2>One</h2>\nTwo', '<h2>One</h2>\n<p>Two</p>\n'],
  ['a rule', 'One<hr />Two', '<p>One</p>\n<hr />\n<p>Two</p>\n'],
  [
    'a list',
    '<ul>\n<li>One</li>\n<li>Two\nThree</li>\n</ul>',
    '<ul>\n<li>One</li>\n<li>Two<br />\nThree</li>\n</ul>\n',
  ],
  ['a quotation', '<blockquote>One\n\nTwo</blockquote>', '<blockquote><p>One</p>\n<p>Two</p></blockquote>\n'],
  ['a division', '<div>One\n\nTwo</div>', '<div>One</p>\n<p>Two</p></div>\n'],
  [
    'a table',
    '<table>\n<tr>\n<td>One</td>\n</tr>\n</table>',
    '<table>\n<tr>\n<td>One</td>\n</tr>\n</table>\n',
  ],
  ['preformatted text', 'One\n<pre>a\n\nb</pre>\nTwo', '<p>One</p>\n<pre>a\n\nb</pre>\n<p>Two</p>\n'],
  ['a script', 'One\n<script>a\nb</script>', '<p>One<br />\n<script>a\nb</script></p>\n'],
  ['a line feed in a tag', '<a\nhref="/">One</a>', '<p><a\nhref="/">One</a></p>\n'],
  ['a comment', 'One\n\n<!--more-->\n\nTwo', '<p>One</p>\n<p><!--more--></p>\n<p>Two</p>\n'],
  ['empty lines in a comment', 'One <!-- a\n\nb --> two', '<p>One <!-- a\n\nb --> two</p>\n'],
  [
    'options',
    '<select>\n <option>a</option>\n <option>b</option>\n</select>',
    '<p><select><option>a</option><option>b</option></select></p>\n',
  ],
  [
    'a figure',
    '<figure>\n<img src="a">\n<figcaption>One\nTwo</figcaption>\n</figure>',
    '<figure>\n<img src="a"><figcaption>One<br />\nTwo</figcaption></figure>\n',
  ],
  ['a shortcode', '[gallery ids="1"]\n\nOne', '<p>[gallery ids="1"]</p>\n<p>One</p>\n'],
  ['a comparison', 'a < b\n\nc > d', '<p>a < b\n\nc > d</p>\n'],
  ['a no-break space', 'One\n\u00a0\nTwo', '<p>One<br />\n\u00a0<br />\nTwo</p>\n'],
];

describe('paragraphs of classic WordPress bodies', () => {
  it.each(SHOWN)('are those of WordPress for %s', (_, body, shown) => {
    expect(addParagraphs(body)).toBe(shown);
  });

  it('adds no paragraphs to a body of the block editor', () => {
    const body = '\n<!-- wp:paragraph -->\n<p>One</p>\n\nTwo\n<!-- /wp:paragraph -->\n';
    expect(shownBody(body)).toBe(body);
  });

  /** Bodies of half a megabyte that make patterns slow. */
  const N = 2 ** 16;
  const HOSTILE: Record<string, string> = {
    'beginnings of tags': '<'.repeat(N * 8),
    'blocks without end': '<div'.repeat(N * 2),
    'blocks with one end': `${'<div '.repeat(N)}>${' '.repeat(N)}x`,
    'blocks and spaces': `${'<div'.repeat(100)}>${' '.repeat(1000)}`.repeat(300),
    'list items in paragraphs': '<li <p>'.repeat(N),
    'paragraphs without end': '<p>'.repeat(N * 2),
    'ends without beginning': '</p></pre>'.repeat(N),
    'white space': `a${' '.repeat(N * 8)}b\n${'\v\n'.repeat(N)}`,
    breaks: `${'<br'.repeat(N)}${'<br />\n'.repeat(N)}<br${' '.repeat(N)}`,
    'scripts without end': '<script<style<svg'.repeat(N / 2),
    'objects without end': `</object>${'<object<param'.repeat(N / 2)}`,
    'options and spaces': `${' '.repeat(500)}<option`.repeat(1000),
    'players without end': `<source${'[audio <video'.repeat(N / 2)}`,
    'preformatted texts': '<pre>a</pre>'.repeat(N / 2),
    'comments without end': '<!--<![CDATA['.repeat(N / 2),
    quotations: '<blockquote><p>'.repeat(N / 2),
  };

  /** The processor time in milliseconds. */
  function costOf(body: string): number {
    const before = process.cpuUsage();
    addParagraphs(body);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }

  it.each(Object.entries(HOSTILE))('take linear time for %s', (_, body) => {
    // Quadratic patterns need minutes for the longer one of the two.
    expect(costOf(body)).toBeLessThan(3000);
    expect(costOf(body.repeat(4))).toBeLessThan(12_000);
  });
});

const corpus = corpusFolder('wordpress');
const skipNote = corpus === undefined ? ' (skipped: ../shared/data/wordpress is not here)' : '';

describe(`bodies of WordPress’s theme test export${skipNote}`, () => {
  it.skipIf(corpus === undefined)('get their paragraphs, so that none is one block', async () => {
    const bodies: string[] = [];
    for await (const { type, content } of readItems(join(corpus ?? '', 'themeunittestdata.wordpress.xml')))
      if (type === 'post' || type === 'page') bodies.push(content);
    const areOneBlock = (texts: readonly string[]): number =>
      texts.filter(
        text => text.trim() !== '' && !/<(?:p|h\d|ul|ol|dl|div|blockquote|table|pre|figure)\b/.test(text),
      ).length;
    expect(bodies).toHaveLength(79);
    expect(areOneBlock(bodies.map(shownBody))).toBe(0);
    expect(areOneBlock(bodies)).toBeGreaterThan(40);
  });
});
