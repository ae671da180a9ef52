import type { Element, PageNode } from './dom.ts';

const UNREAD = new Set(['script', 'style', 'noscript', 'template', 'svg', 'button', 'select']);
const MAX_LENGTH = 2_000;
const MAX_LABEL_LENGTH = 300;

/** The child nodes of an element, in document order. */
export function* childNodes(element: Element): Generator<PageNode> {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) yield node;
}

/** The element's visible text with the markup's white space, up to `maxLength` characters. */
export function readText(element: Element, maxLength = MAX_LENGTH): string {
  let text = '';
  for (let node = element.firstChild; node !== null && text.length < maxLength; node = node.nextSibling) {
    if (node.nodeType === 3) text += node.data;
    else if (node.localName === 'br') text += '\n';
    else if (!UNREAD.has(node.localName)) text += readText(node, maxLength - text.length);
  }
  return text.slice(0, maxLength);
}

const INLINE =
  /^(?:a|abbr|acronym|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|nobr|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/;

/** Whether an element is a part of a line of text. */
export function isInline({ localName }: Element): boolean {
  return INLINE.test(localName);
}

/** The element's visible lines of text, up to `maxLength` characters: everything but inline elements ends a line. */
export function readTextLines(element: Element, maxLength = MAX_LENGTH): string[] {
  return separated(element, maxLength)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
}

/** White space of the markup, times the length of the text. */
const MAX_WHITE_SPACE = 4;

function separated(element: Element, maxLength: number): string {
  let text = '';
  for (let node = element.firstChild; node !== null && text.length < maxLength; node = node.nextSibling) {
    if (node.nodeType === 3) text += node.data.slice(0, maxLength * MAX_WHITE_SPACE).replace(/\s+/g, ' ');
    else if (!UNREAD.has(node.localName)) {
      const inner = separated(node, maxLength - text.length);
      text += isInline(node) ? inner : `\n${inner}\n`;
    }
  }
  return text.slice(0, maxLength);
}

/** The element's own text without its children's, for scripts. */
export function ownText(element: Element): string {
  let text = '';
  for (const node of childNodes(element)) if (node.nodeType === 3) text += node.data;
  return text;
}

/** Negated words in class names, "hasnt-bio", and what the layout has besides the element, "has-right-sidebar". */
const NEGATED =
  /(?:^|(?<=[\s_-]))(?:(?:hasnt|has-?no|isnt|is-?not|without|not|no|non)[_-][a-z\d]+|(?:has|with)[_-][a-z\d]+(?:[_-][a-z\d]+)*)/gi;

/** Most extractors ask for labels, and joining one takes longer than to find it here. */
const labels = new WeakMap<Element, string>();

/** An element's classes and id, without negated words. */
export function readLabel(element: Element): string {
  const known = labels.get(element);
  if (known !== undefined) return known;
  const [names, id] = [element.getAttribute('class') ?? '', element.getAttribute('id') ?? ''];
  const joined = `${names.slice(0, MAX_LABEL_LENGTH)} ${id.slice(0, MAX_LABEL_LENGTH)}`;
  const label = joined === ' ' ? '' : joined.replace(NEGATED, '');
  labels.set(element, label);
  return label;
}

/** Whether the element or one of its ancestors passes. */
export function isWithin(element: Element, passes: (element: Element) => boolean): boolean {
  for (let at: Element | null = element; at !== null; at = at.parentElement) if (passes(at)) return true;
  return false;
}
