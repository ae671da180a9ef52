import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addParagraphs } from '../../../../infra/cli/import-wordpress/paragraphs/add.ts';
import { unwrapShortcodes } from '../../../../infra/cli/import-wordpress/paragraphs/shortcodes.ts';
import { shownBody } from '../../../../infra/cli/import-wordpress/paragraphs/shown.ts';
import { readItems } from '../../../../infra/cli/import-wordpress/wxr/item.ts';
import { corpusFolder } from '../../../support/files/corpora.ts';
import { rounds } from '../../../support/run/rounds.ts';

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
  [
    'inline elements at the beginning of lines',
    '<strong>One</strong>\n<em>Two</em>\n\n<span>Three</span>',
    '<p><strong>One</strong><br />\n<em>Two</em></p>\n<p><span>Three</span></p>\n',
  ],
  [
    'a picture on a line of its own',
    'One\n\n<img src="a">\n\nTwo',
    '<p>One</p>\n<p><img src="a"></p>\n<p>Two</p>\n',
  ],
  [
    'text before and after a division',
    'One<div>Two</div>Three',
    '<p>One</p>\n<div>Two</div>\n<p>Three</p>\n',
  ],
  ['a paragraph within a division', '<div>\n<p>One</p>\n</div>', '<div>\n<p>One</p>\n</div>\n'],
  ['lines in a division', '<div>One\nTwo</div>', '<div>One<br />\nTwo</div>\n'],
  [
    'paragraphs within a quotation',
    '<blockquote>\n<p>One</p>\nTwo\n\nThree\n</blockquote>',
    '<blockquote>\n<p>One</p>\n<p>Two</p>\n<p>Three\n</p></blockquote>\n',
  ],
  [
    'a nested list',
    '<ul>\n<li>One\n<ul>\n<li>Two</li>\n</ul>\n</li>\n</ul>',
    '<ul>\n<li>One\n<ul>\n<li>Two</li>\n</ul>\n</li>\n</ul>\n',
  ],
  ['a list item with a line separator', '<li>One\u2028Two', '<li>One\u2028Two<br />\n'],
  [
    'a list of definitions',
    '<dl>\n<dt>One</dt>\n<dd>Two\n\nThree</dd>\n</dl>',
    '<dl>\n<dt>One</dt>\n<dd>Two</p>\n<p>Three</dd>\n</dl>\n',
  ],
  [
    'nested tables',
    '<table><tr><td>\n<table><tr><td>One</td></tr></table>\n</td></tr></table>',
    '<table>\n<tr>\n<td>\n<table>\n<tr>\n<td>One</td>\n</tr>\n</table>\n</td>\n</tr>\n</table>\n',
  ],
  [
    'elements that end themselves',
    'One<hr/>Two<h2/>Three',
    '<p>One</p>\n<hr/>\n<p>Two</p>\n<h2/>Three</p>\n',
  ],
  [
    'an object with its parameters',
    '<object width="1">\n <param name="a">\n\n <embed src="b">\n</object>',
    '<p><object width="1"><param name="a"><embed src="b"></object></p>\n',
  ],
  [
    'a player with its sources',
    '<video controls>\n <source src="a">\n\n <track src="b">\n</video>',
    '<p><video controls><source src="a"><track src="b"></video></p>\n',
  ],
  [
    'a player as a shortcode',
    '[audio mp3="a"]\n<source src="b">\n[/audio]',
    '<p>[audio mp3="a"]<source src="b">[/audio]</p>\n',
  ],
  ['a player without sources', '<video src="a">\n</video>', '<p><video src="a"><br />\n</video></p>\n'],
  ['a style sheet', '<style>\na {\n\n}\n</style>\nOne', '<style>\na {</p>\n<p>}\n</style>\n<p>One</p>\n'],
  ['a drawing', '<svg>\n<path/>\n</svg>', '<p><svg>\n<path/>\n</svg></p>\n'],
  [
    'a formula, which is no block since 6.2',
    'One <math>x</math>\n\n<math>y</math>',
    '<p>One <math>x</math></p>\n<p><math>y</math></p>\n',
  ],
  [
    'a caption as a shortcode',
    '[caption id="a"]<img src="b"> One[/caption]\nTwo',
    '<p>[caption id="a"]<img src="b"> One[/caption]<br />\nTwo</p>\n',
  ],
  [
    'a frame on a line of its own',
    'One\n<iframe src="a"></iframe>\n\nTwo',
    '<p>One<br />\n<iframe src="a"></iframe></p>\n<p>Two</p>\n',
  ],
  [
    'names of blocks in capitals',
    '<DIV>One</DIV>\n<BLOCKQUOTE>Two</BLOCKQUOTE>',
    '<p><DIV>One</DIV><br />\n<BLOCKQUOTE>Two</BLOCKQUOTE></p>\n',
  ],
  [
    'several preformatted texts',
    '<pre>a\n\nb</pre>\n<pre class="c">\n\nd</pre>',
    '<pre>a\n\nb</pre>\n<pre class="c">\n\nd</pre>\n',
  ],
  ['breaks in preformatted text', '<pre>a<br>\nb</pre>', '<pre>a<br>\nb</pre>\n'],
  ['an end of preformatted text alone', '<pre>a</pre>b</pre>c', '<pre>a</pre>\n<p>bc</p>\n'],
  [
    'an address and a form',
    '<address>One\nTwo</address>\n<form>Three\n\nFour</form>',
    '<address>One<br />\nTwo</address>\n<form>Three</p>\n<p>Four</p></form>\n',
  ],
  ['a comment between lines of text', 'One\n<!-- a -->\nTwo', '<p>One<br />\n<!-- a --><br />\nTwo</p>\n'],
  ['character data', '<![CDATA[ a\n\nb ]]>\nOne', '<p><![CDATA[ a\n\nb ]]><br />\nOne</p>\n'],
  ['white space around lines', '  One  \n  Two  ', '<p>  One<br />\n  Two  </p>\n'],
  ['tabs and form feeds between paragraphs', 'One\n\t\f\v\nTwo', '<p>One</p>\n<p>Two</p>\n'],
  [
    'Windows line ends in a list',
    '<ul>\r\n<li>One</li>\r\n</ul>\r\nTwo',
    '<ul>\n<li>One</li>\n</ul>\n<p>Two</p>\n',
  ],
  [
    'details with a summary',
    '<details><summary>One</summary>Two\n\nThree</details>',
    '<details>\n<summary>One</summary>\n<p>Two</p>\n<p>Three</details>\n',
  ],
  [
    'line breaks before and after blocks',
    '<h2>One</h2><br>Two<br>\n<p>Three</p>',
    '<h2>One</h2>\n<p>Two</p>\n<p>Three</p>\n',
  ],
  ['three breaks', 'One<br><br><br>Two', '<p>One</p>\n<p>Two</p>\n'],
  [
    'a name that begins like a block',
    '<param a>One\n\n<section-x>Two',
    '<param a>One</p>\n<section-x>Two</p>\n',
  ],
  ['a no-break space', 'One\n\u00a0\nTwo', '<p>One<br />\n\u00a0<br />\nTwo</p>\n'],
];

describe('addParagraphs()', () => {
  it.each(SHOWN)('makes the paragraphs that WordPress makes for %s', (_, body, shown) => {
    expect(addParagraphs(body)).toBe(shown);
  });

  it('adds no paragraphs to a body of the block editor', () => {
    const body = '\n<!-- wp:paragraph -->\n<p>One</p>\n\nTwo\n<!-- /wp:paragraph -->\n';
    expect(shownBody(body)).toBe(body);
  });

  /** Bodies that make patterns slow, in the full run of half a megabyte. */
  const N = rounds(2 ** 14, 2 ** 16);
  const HOSTILE: Record<string, string> = {
    'beginnings of tags': '<'.repeat(N * 8),
    'blocks without end': '<div'.repeat(N * 2),
    'blocks with one end': `${'<div '.repeat(N)}>${' '.repeat(N)}x`,
    'blocks and spaces': `${'<div'.repeat(100)}>${' '.repeat(1000)}`.repeat(N / 200),
    'list items in paragraphs': '<li <p>'.repeat(N),
    'paragraphs without end': '<p>'.repeat(N * 2),
    'ends without beginning': '</p></pre>'.repeat(N),
    'white space': `a${' '.repeat(N * 8)}b\n${'\v\n'.repeat(N)}`,
    breaks: `${'<br'.repeat(N)}${'<br />\n'.repeat(N)}<br${' '.repeat(N)}`,
    'scripts without end': '<script<style<svg'.repeat(N / 2),
    'objects without end': `</object>${'<object<param'.repeat(N / 2)}`,
    'options and spaces': `${' '.repeat(500)}<option`.repeat(N / 64),
    'players without end': `<source${'[audio <video'.repeat(N / 2)}`,
    'preformatted texts': '<pre>a</pre>'.repeat(N / 2),
    'comments without end': '<!--<![CDATA['.repeat(N / 2),
    quotations: '<blockquote><p>'.repeat(N / 2),
  };

  /** The processor time in milliseconds. */
  function measureMs(body: string): number {
    const before = process.cpuUsage();
    addParagraphs(body);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  }

  it.each(Object.entries(HOSTILE))('takes linear time for %s', (_, body) => {
    // Quadratic patterns need minutes for the longest one.
    expect(measureMs(body)).toBeLessThan(rounds(750, 3000));
    expect(measureMs(body.repeat(4))).toBeLessThan(rounds(3000, 12_000));
  });
});

/** What WordPress 6 makes of paragraphs with shortcodes. */
const UNWRAPPED: readonly (readonly [what: string, text: string, unwrapped: string])[] = [
  ['a shortcode alone', '<p>[gallery]</p>', '[gallery]'],
  [
    'white space around it',
    '<p>\n\t&nbsp;\u00a0[gallery ids="1,2"] &nbsp;\r\n</p>\n',
    '[gallery ids="1,2"]\n',
  ],
  ['a closed one', '<p>[map-of id=1 /]</p>', '[map-of id=1 /]'],
  [
    'one that encloses text',
    '<p>[caption id="a"]<b>One</b>[/caption]</p>',
    '[caption id="a"]<b>One</b>[/caption]',
  ],
  [
    'one that encloses paragraphs',
    '<p>[box]</p>\n<p>One</p>\n<p>[/box]</p>\n<p>Two</p>',
    '[box]</p>\n<p>One</p>\n<p>[/box]\n<p>Two</p>',
  ],
  ['one that encloses others', '<p>[a][b]One[/b][/a]</p>', '[a][b]One[/b][/a]'],
  [
    'an enclosing one before text',
    '<p>[video src="a"]</p><p>[/video] x</p>',
    '[video src="a"]<p>[/video] x</p>',
  ],
  ['a slash in an address', '<p>[youtube https://a.example/b]</p>', '[youtube https://a.example/b]'],
  ['two paragraphs', '<p>[audio]</p>\n<p>[video]</p>', '[audio]\n[video]'],
  ['text before', '<p>One [gallery]</p>', '<p>One [gallery]</p>'],
  ['text behind', '<p>[gallery] One</p>', '<p>[gallery] One</p>'],
  ['two in one paragraph', '<p>[audio] [video]</p>', '<p>[audio] [video]</p>'],
  ['a paragraph with a class', '<p class="a">[gallery]</p>', '<p class="a">[gallery]</p>'],
  ['a longer name', '<p>[galleries]</p>', '<p>[galleries]</p>'],
  ['an escaped one', '<p>[[gallery]]</p>', '<p>[[gallery]]</p>'],
  ['one without its end', '<p>[gallery</p>', '<p>[gallery</p>'],
  [
    'a remark',
    '<p>[sic]</p>\n<p>[Update, 5 pm]</p>\n<p>[1]</p>',
    '<p>[sic]</p>\n<p>[Update, 5 pm]</p>\n<p>[1]</p>',
  ],
];

describe('shortcodes in paragraphs', () => {
  it.each(UNWRAPPED)('expands shortcodes as WordPress does: %s', (_, text, unwrapped) => {
    expect(unwrapShortcodes(text)).toBe(unwrapped);
  });

  it('unwraps shortcodes in a classic body only', () => {
    expect(shownBody('One\n\n[gallery ids="1"]\n\nTwo')).toBe('<p>One</p>\n[gallery ids="1"]\n<p>Two</p>\n');
    const blocks = '<!-- wp:paragraph --><p>[gallery]</p><!-- /wp:paragraph -->';
    expect(shownBody(blocks)).toBe(blocks);
  });

  it.each(['<p>[a ', '<p>[a=', '<p>[a b=1]</p', '<p>[a]', '<p>[a][/a]', '<p>&nbsp;[', '<p>[a-b]&nbsp;'])(
    'take linear time for many of %j',
    piece => {
      const text = `${piece.repeat(rounds(50_000, 200_000))}]x[/a]`;
      const before = process.cpuUsage();
      unwrapShortcodes(text);
      expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
    },
  );
});

const corpus = corpusFolder('wordpress');
const skipNote = corpus === undefined ? ' (skipped: ../shared/data/wordpress is not here)' : '';

describe(`addParagraphs() of WordPress’s theme test export${skipNote}`, () => {
  it.skipIf(corpus === undefined)('returns no body as one block', async () => {
    const bodies: string[] = [];
    for await (const { type, content } of readItems(join(corpus ?? '', 'themeunittestdata.wordpress.xml')))
      if (type === 'post' || type === 'page') bodies.push(content);
    const areOneBlock = (texts: readonly string[]): number =>
      texts.filter(
        text => text.trim() !== '' && !/<(?:p|h\d|ul|ol|dl|div|blockquote|table|pre|figure)\b/.test(text),
      ).length;
    // A captioned picture alone has no paragraph in WordPress either.
    const shown = bodies.map(shownBody).filter(text => !text.startsWith('[caption '));
    expect(bodies).toHaveLength(79);
    expect(areOneBlock(shown)).toBe(0);
    expect(areOneBlock(bodies)).toBeGreaterThan(40);
  });
});
