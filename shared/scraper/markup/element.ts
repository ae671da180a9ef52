/** A text node. Adjacent texts are one node. */
export interface TextNode {
  readonly nodeType: 3;
  readonly data: string;
  readonly nextSibling: PageNode | null;
}

/** A typed subset of linkedom's elements, most of which linkedom types as `any`. Names are in lower case. */
export interface Element {
  readonly nodeType: 1;
  readonly localName: string;
  readonly parentElement: Element | null;
  readonly firstChild: PageNode | null;
  readonly nextSibling: PageNode | null;
  readonly previousElementSibling: Element | null;
  readonly nextElementSibling: Element | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  matches(selectors: string): boolean;
  closest(selectors: string): Element | null;
  querySelector(selectors: string): Element | null;
  querySelectorAll(selectors: string): readonly Element[];
}

export type PageNode = Element | TextNode;
