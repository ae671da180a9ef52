import type { Mark, Node } from 'prosemirror-model';
import type { Attributes, Origin } from './schema.ts';

/** How a source writes what may be written in several ways. */
export interface Style {
  /** Ends elements without an end tag: `>`, or ` />`. */
  voidEnd: string;
  /** A space that does not break. */
  fixedSpace: string;
}

export function detectStyle(html: string): Style {
  return {
    voidEnd: /<(?:br|img|hr)\b[^<>]*\/>/.test(html) ? ' />' : '>',
    fixedSpace: html.includes('\u00a0') ? '\u00a0' : '&nbsp;',
  };
}

/** The names of elements that an editor makes. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ paragraph: 'p', heading: 'h2', preformatted: 'pre', quote: 'blockquote', list: 'ul', item: 'li' },
  ...{ wrapper: 'div', caption: 'figcaption', definitions: 'dl', term: 'dt', definition: 'dd', rule: 'hr' },
  ...{ table_row: 'tr', table_cell: 'td', table_header: 'th', break: 'br', picture: 'img', link: 'a' },
};

const readAttributes = (attrs: Node['attrs']): Attributes => (attrs as Origin).attributes;
const nameElement = ({ type, attrs }: Node | Mark): string =>
  attrs.tag ? String(attrs.tag) : (NAMES[type.name] ?? type.name);

/** Writes a node as HTML. Its opaque parts are their source. */
export function writeNode(node: Node, style: Style): string {
  const name = nameElement(node);
  const start = `<${name}${writeAttributes(listAttributes(node))}`;
  switch (node.type.name) {
    case 'opaque':
    case 'kept':
      return String(node.attrs.source);
    case 'text':
      return writeText(node.text ?? '', style);
    case 'loose':
      return writeInline(node, style);
    case 'picture':
      return String(node.attrs.shortcode) || start + style.voidEnd;
    case 'break':
    case 'rule':
      return start + style.voidEnd;
    case 'table':
      return `${start}>${writeRows(node, style)}</table>`;
    case 'preformatted':
      return `${start}>${writePreformatted(node, style)}</pre>`;
    default:
      return `${start}>${node.inlineContent ? writeInline(node, style) : writeChildren(node, style)}</${name}>`;
  }
}

const writeChildren = (node: Node, style: Style): string =>
  node.children.map(child => writeNode(child, style)).join('');

/** Rows that follow each other in the same part of the table are written in one. */
function writeRows(table: Node, style: Style): string {
  const rows = table.children.map((row, index) => {
    const [before, section, after] = [-1, 0, 1].map(step =>
      String(table.maybeChild(index + step)?.attrs.section),
    );
    const written = writeNode(row, style);
    return `${before === section ? '' : `<${section}>`}${written}${after === section ? '' : `</${section}>`}`;
  });
  return rows.join('');
}

/** The parser leaves out a line break that follows the start tag. */
function writePreformatted(node: Node, style: Style): string {
  const content = writeInline(node, style);
  return node.textContent.startsWith('\n') ? `\n${content}` : content;
}

/** Phrases that follow each other around the same text are written as one. */
function writeInline(node: Node, style: Style): string {
  const open: Mark[] = [];
  let html = '';
  const closeTo = (count: number): void => {
    while (open.length > count) html += `</${nameElement(open.pop()!)}>`;
  };
  for (const child of node.children) {
    const marks = child.marks.toSorted((one, other) => Number(one.attrs.depth) - Number(other.attrs.depth));
    const differing = marks.findIndex((mark, index) => !open[index]?.eq(mark));
    closeTo(differing < 0 ? marks.length : differing);
    for (const mark of marks.slice(open.length)) {
      html += `<${nameElement(mark)}${writeAttributes(readAttributes(mark.attrs))}>`;
      open.push(mark);
    }
    html += writeNode(child, style);
  }
  closeTo(0);
  return html;
}

/** The attributes of a node’s element; a cell may have been joined with others since. */
function listAttributes({ type, attrs }: Node): Attributes {
  if (type.name !== 'table_cell' && type.name !== 'table_header')
    return (attrs as Partial<Origin>).attributes ?? [];
  const attributes = new Map(readAttributes(attrs));
  for (const name of ['colspan', 'rowspan']) {
    const [span, written] = [Number(attrs[name]), Number(attributes.get(name) ?? 1)];
    if (span !== written) attributes.set(name, String(span));
  }
  return [...attributes];
}

const writeAttributes = (attributes: Attributes): string =>
  attributes.map(([name, value]) => ` ${name}="${writeValue(value)}"`).join('');

const writeValue = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('\u00a0', '&nbsp;');

const writeText = (text: string, { fixedSpace }: Style): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\u00a0', fixedSpace);
