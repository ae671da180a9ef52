import fc from 'fast-check';
import { parseDocument } from 'htmlparser2';
import { expect, it } from 'vitest';
import { mapBody } from '../../../infra/cli/import-wordpress/pictures/body.ts';
import { knownPictures, UPLOADS } from '../../unit/cli/import-wordpress/known-pictures.ts';
import { CODE_POINT } from '../../support/values/code-point.ts';

const RUNS = 3000;
const pictures = knownPictures({
  1: `${UPLOADS}/2020/01/bridge.jpg`,
  2: `${UPLOADS}/2020/01/mill-scaled.jpg`,
});

/** Pieces of markup, joined in any order: most of the results are broken. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '<img ',
      '<a ',
      '<IMG\n',
      '</a>',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '<textarea>',
      '</textarea>',
    ],
    ...[
      '>',
      '/>',
      '<',
      '=',
      '"',
      "'",
      '&',
      '&amp;',
      '&#x22;',
      '&lt',
      ' ',
      '\t',
      '\0',
      '\ufffd',
      '<![CDATA[',
      ']]>',
    ],
    ...[
      'src=',
      ' srcset=',
      ' href=',
      ' class=',
      ' width=',
      ' height="150"',
      ' src="',
      " src='",
      'wp-image-7',
    ],
    ...['[caption]', '<!-- wp:image {"id":1} -->', '<p>', '<plaintext>', '<svg>', '<style>', '<title>'],
    ...[
      'https://www.news.example/blog/wp-content/uploads/2020/01/other.jpg',
      'data:,x',
      '//news.example/',
      '?',
      '#',
    ],
  ),
  fc.string({ unit: CODE_POINT, maxLength: 8 }),
);
type Node = ReturnType<typeof parseDocument>['children'][number];
const MAPPED = new Set(['src', 'srcset', 'href', 'height']);

/** The tree that another parser makes of a body, without the attributes that may change. */
function parseTree(html: string): unknown {
  const tree = (node: Node): unknown => {
    const children = 'children' in node ? node.children.map(tree) : [];
    const attributes = 'attribs' in node ? Object.entries(node.attribs) : [];
    const kept = attributes.filter(([name]) => !MAPPED.has(name));
    return [node.type, 'name' in node && node.name, kept, 'data' in node && node.data, children];
  };
  return parseDocument(html).children.map(tree);
}

const markup = fc.array(piece, { maxLength: 40 }).map(pieces => pieces.join(''));

it('mapBody returns a body without pictures of the export byte for byte', () => {
  fc.assert(
    fc.property(markup, html => {
      expect(mapBody(html, pictures)).toEqual({ html, showsMissing: false });
    }),
    { numRuns: RUNS },
  );
});

it('mapBody changes only addresses of known pictures, and nothing in a second run', () => {
  const known = fc.constantFrom(
    `<img src="${UPLOADS}/2020/01/bridge.jpg">`,
    `src="${UPLOADS}/2020/01/mill-300x225.jpg"`,
    `<a href='${UPLOADS}/2020/01/bridge.jpg'>`,
    `${UPLOADS}/2020/01/bridge.jpg`,
  );
  const mixed = fc
    .array(fc.oneof({ weight: 3, arbitrary: piece }, { weight: 1, arbitrary: known }), { maxLength: 40 })
    .map(pieces => pieces.join(''));
  let changed = 0;
  fc.assert(
    fc.property(mixed, html => {
      const { html: mapped } = mapBody(html, pictures);
      if (mapped !== html) changed += 1;
      expect(mapBody(mapped, pictures).html).toBe(mapped);
      expect(parseTree(mapped)).toEqual(parseTree(html));
    }),
    { numRuns: RUNS },
  );
  expect(changed).toBeGreaterThan(RUNS / 20);
});
