import fc from 'fast-check';
import { parse, serialize } from 'parse5';
import { expect, it } from 'vitest';
import { expand } from '../../shared/library/media/expand.ts';
import { findShortcodes, shortcode, type Shortcode } from '../../shared/library/media/shortcode.ts';
import { rounds } from '../support/run/rounds.ts';

const ID = '0123456789abcdef0123456789abcdef';
const CODES = {
  image: `[media-image ${ID}]`,
  document: `[media-document-pdf ${ID}]`,
  asset: `[media-asset ${ID}]`,
};
const PICTURE = `<img src="https://m/x.jpg" alt="a &quot;b&quot;" data-shortcode-id="${ID}">`;
/** The expansions, in the form in which a browser serializes them: a linked picture, a link, a picture. */
const HTML = {
  image: `<a href="https://l/" title="t">${PICTURE}</a>`,
  document: `<a href="https://m/d.pdf" data-shortcode-id="${ID}">A document</a>`,
  asset: PICTURE,
};

const TAGS = [
  ...[
    'a',
    'b',
    'p',
    'h1',
    'pre',
    'button',
    'div',
    'template',
    'script',
    'style',
    'title',
    'textarea',
    'iframe',
  ],
  ...['xmp', 'noembed', 'svg', 'math', 'foreignObject', 'desc', 'select'],
].flatMap(name => [`<${name}>`, `</${name}>`]);
const PIECES = [
  ...Array<string[]>(5).fill(Object.values(CODES)).flat(),
  ...TAGS,
  ...[
    '<A HREF=/x>',
    '<i class=x>',
    '<ul><li>',
    '<br/>',
    '<svg/>',
    '<option>',
    '<table><tr><td>',
    '</td></tr></table>',
  ],
  ...[
    '<div title="',
    "<div title='",
    '<div title=',
    '"',
    "'",
    '>',
    '/>',
    '<',
    '</',
    '=',
    '[media-',
    '[',
    ']',
  ],
  ...['<!--', '-->', '--!>', '<!-', '<!', '<?', '<![CDATA[', ']]>', '&amp;', '&', '&lt', 'text', ' ', '\n'],
];

const bodies = fc.array(fc.constantFrom(...PIECES), { maxLength: 24 }).map(pieces => pieces.join(''));
function getHtml({ kind }: Shortcode): string {
  return HTML[kind];
}

/** Parses HTML as a browser does and serializes it. */
function read(html: string): string {
  return serialize(parse(`<!doctype html><body><div>${html}`));
}

/** Replaces each shortcode, each expansion, and each expansion without its link by one sign. */
function signed(html: string): string {
  return [HTML.image, HTML.document, `<span>${PICTURE}</span>`, '<span>A document</span>', PICTURE]
    .concat(Object.values(CODES))
    .reduce((text, one) => text.replaceAll(one, '@'), html);
}

it('expanding shortcodes changes nothing around them, even in broken HTML', () => {
  let expanded = 0;
  fc.assert(
    fc.property(bodies, body => {
      const shortcodes = findShortcodes(body);
      expanded += shortcodes.length;
      expect(signed(read(expand(body, shortcodes, getHtml)))).toBe(signed(read(body)));
    }),
    { numRuns: rounds(1_000, 20_000) },
  );
  expect(expanded).toBeGreaterThan(rounds(100, 2_000));
});

it('findShortcodes finds a shortcode in any text, with the attributes that it was made with', () => {
  const value = fc.string({ unit: 'grapheme' }).map(text => text.replace(/\s+/g, ' ').trim());
  fc.assert(
    fc.property(value, fc.constantFrom('', 'text ', 'a < b ', '<p>', '<td title="[">'), (alt, before) => {
      const written = shortcode('media-image', ID, { alt, dam: 1, none: null });
      const [found, ...others] = findShortcodes(`${before}${written} after`);

      expect(others).toEqual([]);
      expect(found).toEqual({
        start: before.length,
        end: before.length + written.length,
        kind: 'image',
        id: ID,
        attributes: new Map([
          ['alt', alt],
          ['dam', '1'],
        ]),
        inLink: false,
      });
    }),
    { numRuns: rounds(200, 2_000) },
  );
});
