/** An element of a parsed page; names are in lower case. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Partial<Record<string, string>>>;
  readonly parent: Element | undefined;
  readonly children: readonly (Element | string)[];
}

/** What has to be said of an element to pick it. */
export type Test = (element: Element) => boolean;

const UNREAD = new Set(['script', 'style', 'noscript', 'template', 'svg', 'button', 'select']);

/** The element's text as a reader sees it, white space as in the markup, up to `most` characters. */
export function textOf(element: Element, most = 2_000): string {
  let text = '';
  for (const child of element.children) {
    if (text.length >= most) break;
    if (typeof child === 'string') text += child;
    else if (child.name === 'br') text += '\n';
    else if (!UNREAD.has(child.name)) text += textOf(child, most - text.length);
  }
  return text.slice(0, most);
}

/** The element's own text and nothing of its children: what a script holds. */
export const ownText = (element: Element): string =>
  element.children.filter(child => typeof child === 'string').join('');

/** The element and all it is inside of, innermost first. */
export function* lineage(element: Element): Generator<Element> {
  for (let at: Element | undefined = element; at !== undefined; at = at.parent) yield at;
}

/** The nearest element around this one, or itself, that passes. */
export function closest(element: Element, test: Test): Element | undefined {
  for (const at of lineage(element)) if (test(at)) return at;
  return undefined;
}

/** What is inside an element, in document order. */
export function* descendants(element: Element): Generator<Element> {
  for (const child of element.children) {
    if (typeof child === 'string') continue;
    yield child;
    yield* descendants(child);
  }
}

/** The first few elements that pass: enough to choose from, few enough to look at closely. */
export function firstOnes(elements: Iterable<Element>, test: Test, most = 20): Element[] {
  const found: Element[] = [];
  for (const element of elements) {
    if (found.length >= most) break;
    if (test(element)) found.push(element);
  }
  return found;
}

const LONGEST_LABEL = 300;

/** How an element is marked for styling: its classes and id. */
export const labelOf = ({ attributes }: Element): string =>
  `${attributes.class?.slice(0, LONGEST_LABEL) ?? ''} ${attributes.id?.slice(0, LONGEST_LABEL) ?? ''}`;
