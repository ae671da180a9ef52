import type { Element, TextNode } from './element.ts';
import { compileSelectors } from './engine.ts';
import { toLabel } from './label.ts';
import { testOf, type Test } from './selectors.ts';

export type { Element, PageNode } from './element.ts';
export { Elements } from './elements.ts';

export type Attributes = Readonly<Partial<Record<string, string>>>;

/** A text of a page under construction. */
class PageText implements TextNode {
  readonly nodeType = 3;
  readonly data: string;
  nextSibling: PageElement | PageText | null = null;

  constructor(data: string) {
    this.data = data;
  }
}

/** An element of a page under construction, with the parser's record of its attributes. */
class PageElement implements Element {
  readonly nodeType = 1;
  readonly localName: string;
  parentElement: PageElement | null = null;
  firstChild: PageElement | PageText | null = null;
  nextSibling: PageElement | PageText | null = null;
  previousElementSibling: PageElement | null = null;
  nextElementSibling: PageElement | null = null;
  readonly #values: Attributes;
  #lastChild: PageElement | PageText | null = null;
  #lastElement: PageElement | null = null;
  #label: string | undefined;

  constructor(name: string, values: Attributes) {
    this.localName = name;
    this.#values = values;
  }

  /** Adds a new node after the last child. */
  appendChild(node: PageElement | PageText): void {
    if (this.#lastChild === null) this.firstChild = node;
    else this.#lastChild.nextSibling = node;
    this.#lastChild = node;
    if (node.nodeType === 1) this.#appendElement(node);
  }

  #appendElement(element: PageElement): void {
    element.parentElement = this;
    element.previousElementSibling = this.#lastElement;
    if (this.#lastElement !== null) this.#lastElement.nextElementSibling = element;
    this.#lastElement = element;
  }

  get label(): string {
    return (this.#label ??= toLabel(this.getAttribute('class'), this.getAttribute('id')));
  }

  get textContent(): string {
    let text = '';
    for (let node = this.firstChild; node !== null; node = node.nextSibling) {
      text += node.nodeType === 3 ? node.data : node.textContent;
    }
    return text;
  }

  getAttribute(name: string): string | null {
    return this.#values[name] ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  matches(selectors: string): boolean {
    return toTest(selectors)(this);
  }

  closest(selectors: string): Element | null {
    return this.matches(selectors) ? this : (this.parentElement?.closest(selectors) ?? null);
  }

  querySelector(selectors: string): Element | null {
    return findDescendants(this, toTest(selectors), 1)[0] ?? null;
  }

  querySelectorAll(selectors: string): readonly Element[] {
    return findDescendants(this, toTest(selectors));
  }
}

function toTest(selectors: string): Test<Element> {
  return testOf(selectors) ?? compileSelectors(selectors);
}

/** The first descendants that pass, in document order. A template's content is not a part of the page. */
function findDescendants(element: Element, passes: Test<Element>, max = Infinity): Element[] {
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

/** An element that still gets children. */
export type GrowingElement = Element & Pick<PageElement, 'appendChild'>;

export function createElement(name: string, attributes: Attributes): PageElement {
  return new PageElement(name, attributes);
}

export function createText(data: string): PageText {
  return new PageText(data);
}
