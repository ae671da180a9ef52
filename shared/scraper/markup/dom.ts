import { DOMParser, HTMLElement, NodeList } from 'linkedom';
import type { Element, PageNode, TextNode } from './element.ts';
import { compileTest } from './selectors.ts';

export type { Element, PageNode } from './element.ts';
export { Elements } from './elements.ts';

export type Attributes = Readonly<Partial<Record<string, string>>>;

/**
 * A linkedom element that keeps its attributes in the parser's record. linkedom would create a node for each and a set for each class list,
 * which costs more than the rest of the tree and throws RangeError for a class of about 100,000 words.
 */
class PageElement extends HTMLElement {
  readonly values: Attributes;

  constructor(name: string, values: Attributes) {
    super(factory, name);
    this.values = values;
  }

  override getAttribute(name: string): string | null {
    return this.values[name] ?? null;
  }

  override hasAttribute(name: string): boolean {
    return this.values[name] !== undefined;
  }

  /** linkedom's selectors read classes through this method. */
  override getAttributeNode(name: string): { readonly name: string; readonly value: string } | null {
    const value = this.values[name];
    return value === undefined ? null : { name, value };
  }

  override querySelector(selectors: string): Element | null {
    const test = compileTest(selectors) ?? ((element: Element) => element.matches(selectors));
    return findDescendants(this, test, 1)[0] ?? null;
  }

  override querySelectorAll(selectors: string): NodeList {
    const test = compileTest(selectors);
    if (test === undefined) return super.querySelectorAll(selectors);
    const found = new NodeList();
    for (const element of findDescendants(this, test)) found.push(element);
    return found;
  }
}

/** The first descendants that pass, in document order. A template's content is not a part of the page. */
function findDescendants(element: Element, passes: (element: Element) => boolean, max = Infinity): Element[] {
  const found: Element[] = [];
  const visit = (parent: Element): void => {
    if (parent.localName === 'template') return;
    for (let node = parent.firstChild; node !== null && found.length < max; node = node.nextSibling) {
      if (node.nodeType === 3) continue;
      if (passes(node)) found.push(node);
      visit(node);
    }
  };
  visit(element);
  return found.slice(0, max);
}

/** Creates nodes without keeping them, so that pages share nothing. */
const factory = new DOMParser().parseFromString('', 'text/html');

/** An element of a page under construction. */
export interface GrowingElement extends Element {
  appendChild(node: PageNode): unknown;
}

export function createElement(name: string, attributes: Attributes): GrowingElement {
  return new PageElement(name, attributes);
}

export function createText(data: string): TextNode {
  return factory.createTextNode(data);
}
