import { DOMParser, type Node as ModelNode } from 'prosemirror-model';
import { PHRASE } from './elements.ts';
import { toComparable } from './equivalence.ts';
import { parseFragment } from './fragment.ts';
import type { Piece } from './cut.ts';
import { KEPT, schema } from './schema.ts';
import { markShortcodes } from './shortcodes.ts';
import { writeNode, type Style } from './write.ts';

const parser = DOMParser.fromSchema(schema);
/** Parts of tables that have no node of their own. */
const TABLE_PARTS = ['table', 'tbody', 'thead', 'tfoot', 'td', 'th'];
const KNOWN = new Set([
  ...TABLE_PARTS,
  ...parser.rules.flatMap(rule => ('tag' in rule && rule.tag !== undefined ? [rule.tag] : [])),
]);

/** @returns the node that shows the piece; undefined when writing it would mean something else: such a piece can’t be edited */
export function represent({ source, kind }: Piece, style: Style): ModelNode | undefined {
  const expected = toComparable(parseFragment(source));
  const fragment = parseFragment(markShortcodes(source));
  keepUnknown(fragment);
  const { childCount, firstChild } = parser.parse(fragment);
  if (childCount !== 1 || !firstChild || (kind === 'element' && firstChild.type.name === 'loose'))
    return undefined;
  return isValid(firstChild) && toComparable(parseFragment(writeNode(firstChild, style))) === expected
    ? firstChild
    : undefined;
}

function isValid(node: ModelNode): boolean {
  try {
    node.check();
    return true;
  } catch {
    return false;
  }
}

/** What neither a node nor a mark shows stands as a kept part where it is, among the text. */
function keepUnknown(root: HTMLElement): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT);
  const unknown: ChildNode[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Comment || (node instanceof Element && !isKnown(node))) unknown.push(node);
  for (const node of unknown) if (root.contains(node)) node.replaceWith(toKept(node));
}

function isKnown(element: Element): boolean {
  return KNOWN.has(element.localName) && (!PHRASE.has(element.localName) || element.hasChildNodes());
}

function toKept(node: ChildNode): HTMLElement {
  const kept = parseFragment('').ownerDocument.createElement(KEPT);
  kept.setAttribute('source', node instanceof Element ? node.outerHTML : `<!--${node.nodeValue}-->`);
  return kept;
}
