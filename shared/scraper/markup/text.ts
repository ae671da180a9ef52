import type { Element, PageNode } from './dom.ts';

const UNREAD = new Set(['script', 'style', 'noscript', 'template', 'svg', 'button', 'select']);
const MAX_LENGTH = 2_000;
const MAX_LABEL_LENGTH = 300;

/** The child nodes of an element, in document order. */
export function* childNodes(element: Element): Generator<PageNode> {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) yield node;
}

/** The element's visible text with the markup's white space, up to `maxLength` characters. */
export function textOf(element: Element, maxLength = MAX_LENGTH): string {
  let text = '';
  for (let node = element.firstChild; node !== null && text.length < maxLength; node = node.nextSibling) {
    if (node.nodeType === 3) text += node.data;
    else if (node.localName === 'br') text += '\n';
    else if (!UNREAD.has(node.localName)) text += textOf(node, maxLength - text.length);
  }
  return text.slice(0, maxLength);
}

/** The element's own text without its children's, for scripts. */
export function ownText(element: Element): string {
  let text = '';
  for (const node of childNodes(element)) if (node.nodeType === 3) text += node.data;
  return text;
}

/** Negated words in class names: "hasnt-bio" is no biography, "no-sidebar" no sidebar. */
const NEGATED = /(?:^|(?<=[\s_-]))(?:hasnt|has-?no|isnt|is-?not|without|not|no|non)[_-][a-z\d]+/gi;

/** An element's classes and id, without negated words. */
export function labelOf(element: Element): string {
  const names = ['class', 'id'].map(name => element.getAttribute(name)?.slice(0, MAX_LABEL_LENGTH) ?? '');
  return names.join(' ').replace(NEGATED, '');
}

/** Whether the element or one of its ancestors passes. */
export function isWithin(element: Element, passes: (element: Element) => boolean): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) if (passes(at)) return true;
  return false;
}
