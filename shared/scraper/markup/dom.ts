import { DOMParser, HTMLElement } from 'linkedom';

/** Text in a page. Neighbouring texts are one node. */
export interface TextNode {
  readonly nodeType: 3;
  readonly data: string;
  readonly nextSibling: PageNode | null;
}

/** What extractors use of linkedom's elements, typed: linkedom declares most of it as `any`. Names are in lower case. */
export interface Element {
  readonly nodeType: 1;
  readonly localName: string;
  readonly parentElement: Element | null;
  readonly firstChild: PageNode | null;
  readonly nextSibling: PageNode | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  matches(selectors: string): boolean;
  closest(selectors: string): Element | null;
  querySelector(selectors: string): Element | null;
  querySelectorAll(selectors: string): readonly Element[];
}

export type PageNode = Element | TextNode;

export type Attributes = Readonly<Partial<Record<string, string>>>;

/**
 * A linkedom element whose attributes stay in the record that the parser made. linkedom would make a node of each, and a set of
 * each class list, which costs more than the rest of the tree and throws a RangeError for a class of some 100,000 words.
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

  /** linkedom's selectors read classes from here. */
  override getAttributeNode(name: string): { readonly name: string; readonly value: string } | null {
    const value = this.values[name];
    return value === undefined ? null : { name, value };
  }
}

/** Makes nodes and holds none, so that pages share nothing. */
const factory = new DOMParser().parseFromString('', 'text/html');

/** An element while its page is being built. */
export interface GrowingElement extends Element {
  appendChild(node: PageNode): unknown;
}

export function createElement(name: string, attributes: Attributes): GrowingElement {
  return new PageElement(name, attributes);
}

export function createText(data: string): TextNode {
  return factory.createTextNode(data);
}
