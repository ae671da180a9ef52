import { Schema, type AttributeSpec, type DOMOutputSpec, type Node, type NodeSpec } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';
import { HEADING, PHRASE, WRAPPER } from './elements.ts';
import { isPictureShortcode, SHORTCODE } from './shortcodes.ts';

/** The attributes of an element, in its source's order. */
export type Attributes = readonly (readonly [name: string, value: string])[];

/** What a node keeps of the element that it was. */
export interface Origin {
  /** In lower case; empty for what an editor made: the type then says the name. */
  tag: string;
  attributes: Attributes;
}

/** The element in which a node keeps what the editor can’t show among text; see represent.ts. */
export const KEPT = 'x-kept';

export function readOrigin(element: Element): Origin {
  const attributes = [...element.attributes].map(({ name, value }) => [name, value] as const);
  return { tag: element.localName, attributes };
}

const ORIGIN: Record<string, AttributeSpec> = { tag: { default: '' }, attributes: { default: [] } };
/** `piece` is the number of the piece of the source that the node was; 0 for what an editor made. */
const PIECE: Record<string, AttributeSpec> = { piece: { default: 0 } };

const parseAs = (tags: Iterable<string>) => [...tags].map(tag => ({ tag, getAttrs: readOrigin }));

const show =
  (fallback: string) =>
  ({ attrs }: Node): DOMOutputSpec => [attrs.tag === '' ? fallback : String(attrs.tag), 0];

const mapAttributes = ({ attrs }: Node) => new Map(attrs.attributes as Attributes);

/** With the number from which it counts. */
function showList(node: Node): DOMOutputSpec {
  const start = mapAttributes(node).get('start');
  const tag = node.attrs.tag === '' ? 'ul' : String(node.attrs.tag);
  return [tag, tag === 'ol' && start !== undefined ? { start } : {}, 0];
}

const BLOCKS = '(loose | block)+';

/** A block of the top level, or of a wrapper. */
function block(
  tags: Iterable<string>,
  content: string,
  shown: NodeSpec['toDOM'],
  more: NodeSpec = {},
): NodeSpec {
  return {
    content,
    group: 'block',
    attrs: { ...ORIGIN, ...PIECE },
    parseDOM: parseAs(tags),
    toDOM: shown,
    ...more,
  };
}

/** A part of a block. */
function part(tag: string, content: string, more: NodeSpec = {}): NodeSpec {
  return { content, attrs: ORIGIN, parseDOM: parseAs([tag]), toDOM: () => [tag, 0], ...more };
}

const tables = tableNodes({
  tableGroup: 'block',
  cellContent: BLOCKS,
  cellAttributes: {
    attributes: { default: [], getFromDOM: element => readOrigin(element).attributes },
  },
});

/** How many phrases are around the element: phrases around the same text are written in this order. */
function readPhrase(element: Element): Origin & { depth: number } {
  let depth = 0;
  for (let outer = element.parentElement; outer && PHRASE.has(outer.localName); outer = outer.parentElement)
    depth++;
  return { ...readOrigin(element), depth };
}

const parsePhrases = (tags: Iterable<string>) => [...tags].map(tag => ({ tag, getAttrs: readPhrase }));

/** `section` is the part of the table in which the row stands. */
const readRow = (row: Element): Origin & { section: string } => ({
  ...readOrigin(row),
  section: row.parentElement?.localName ?? '',
});

function readShortcode(element: Element): { shortcode: string } | false {
  const shortcode = element.getAttribute('source') ?? '';
  return isPictureShortcode(shortcode) && { shortcode };
}

/** Shown only from addresses that can’t run anything. */
function showPicture(node: Node): DOMOutputSpec {
  const shortcode = String(node.attrs.shortcode);
  if (shortcode !== '') return [SHORTCODE, { source: shortcode }, shortcode];
  const attributes = mapAttributes(node);
  const source = attributes.get('src') ?? '';
  return [
    'img',
    { alt: attributes.get('alt') ?? '', ...(/^(?:https?:)?\/\//i.test(source) && { src: source }) },
  ];
}

/** What an editor can show of a body. Each node keeps the name and all attributes of its element, so that writing it loses none. */
export const schema = new Schema({
  nodes: {
    doc: { content: BLOCKS },
    paragraph: block(['p'], 'inline*', () => ['p', 0]),
    /** Text that stands in no paragraph. */
    loose: { content: 'inline*', attrs: PIECE, toDOM: () => ['div', { class: 'loose' }, 0] },
    heading: block(HEADING, 'inline*', show('h2'), { defining: true }),
    preformatted: block(['pre'], 'inline*', () => ['pre', 0], {
      ...{ code: true, defining: true },
      parseDOM: parseAs(['pre']).map(rule => ({ ...rule, preserveWhitespace: 'full' })),
    }),
    quote: block(['blockquote'], BLOCKS, () => ['blockquote', 0]),
    list: block(['ul', 'ol'], 'item (item | list)*', showList),
    item: part('li', BLOCKS, { attrs: { ...ORIGIN, ...PIECE }, defining: true }),
    wrapper: block(
      [...WRAPPER, 'details', 'nav'].filter(tag => tag !== 'blockquote'),
      BLOCKS,
      () => ['div', { class: 'wrapper' }, 0],
      {
        isolating: true,
      },
    ),
    figure: block(['figure'], '(loose | block | caption)+', () => ['figure', 0], { isolating: true }),
    caption: part('figcaption', 'inline*'),
    definitions: block(['dl'], '(term | definition)+', () => ['dl', 0]),
    term: part('dt', 'inline*'),
    definition: part('dd', BLOCKS),
    rule: block(['hr'], '', () => ['hr']),
    table: { ...tables.table, attrs: { ...ORIGIN, ...PIECE }, parseDOM: parseAs(['table']) },
    table_row: {
      ...{ ...tables.table_row, attrs: { ...ORIGIN, section: { default: 'tbody' } } },
      parseDOM: [{ tag: 'tr', getAttrs: readRow }],
    },
    table_cell: tables.table_cell,
    table_header: tables.table_header,
    /** What can’t be edited, as its source. */
    opaque: {
      ...{ group: 'block', atom: true, attrs: { source: { default: '' }, ...PIECE } },
      toDOM: ({ attrs }) => ['pre', { class: 'opaque' }, String(attrs.source).slice(0, 200)],
    },
    text: { group: 'inline' },
    break: {
      ...{ inline: true, group: 'inline', selectable: false, attrs: ORIGIN, parseDOM: parseAs(['br']) },
      toDOM: () => ['br'],
    },
    /** An `img`, or a picture of the library as its `shortcode`, as the source writes it. */
    picture: {
      ...{ inline: true, group: 'inline', draggable: true },
      attrs: { ...ORIGIN, shortcode: { default: '' } },
      parseDOM: [...parseAs(['img']), { tag: SHORTCODE, getAttrs: readShortcode }],
      toDOM: showPicture,
    },
    /** What can’t be edited among text, as its source. */
    kept: {
      ...{ inline: true, group: 'inline', atom: true, attrs: { source: { default: '' } } },
      parseDOM: [{ tag: KEPT, getAttrs: element => ({ source: element.getAttribute('source') }) }],
      toDOM: () => ['span', { class: 'kept' }, '⟨⟩'],
    },
  },
  marks: {
    link: {
      ...{ attrs: { ...ORIGIN, depth: { default: 0 } }, inclusive: false, parseDOM: parsePhrases(['a']) },
      toDOM: () => ['a', 0],
    },
    phrase: {
      ...{ attrs: { ...ORIGIN, depth: { default: 0 } }, excludes: '' },
      parseDOM: parsePhrases([...PHRASE].filter(tag => tag !== 'a')),
      toDOM: ({ attrs }) => [String(attrs.tag), 0],
    },
  },
});
