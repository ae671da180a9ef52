import type { Element } from './element.ts';
import { compileTest } from './selectors.ts';

/** The places of an element: its own, and the first one after its last descendant. */
interface Span {
  readonly start: number;
  end: number;
}

/** The name or the attribute with which a selector begins. */
const BEGINNING = /^(?:([a-z][\w-]*)|\*?\[([a-z-]+))/;

/**
 * The elements of a page in document order, found in one walk, which answer simple selectors.
 */
export class Elements {
  readonly #all: Element[] = [];
  readonly #byName = new Map<string, Element[]>();
  readonly #byAttribute = new Map<string, readonly Element[]>();
  readonly #spans = new Map<Element, Span>();

  constructor(root: Element) {
    this.#addDescendants(root);
  }

  /** The elements that match a list of simple selectors; undefined if one of them is not simple. */
  select(selectors: string): readonly Element[] | undefined {
    if (selectors === '*') return this.#all;
    const test = compileTest(selectors);
    return test === undefined ? undefined : this.#candidates(selectors).filter(test);
  }

  /** The elements of the name, or with the attribute, with which a single selector begins; else all. */
  #candidates(selectors: string): readonly Element[] {
    const [, name, attribute] = selectors.includes(',') ? [] : (BEGINNING.exec(selectors) ?? []);
    if (name !== undefined) return this.#byName.get(name) ?? [];
    if (attribute === undefined) return this.#all;
    const known = this.#byAttribute.get(attribute);
    const found = known ?? this.#all.filter(element => element.hasAttribute(attribute));
    this.#byAttribute.set(attribute, found);
    return found;
  }

  /** Those of some elements in document order that are inside `holder` and end before `element` begins. */
  between(found: readonly Element[], holder: Element, element: Element): Element[] {
    const { start, end } = this.#getSpan(holder);
    const limit = Math.min(this.#getSpan(element).start, end);
    const inside = found.slice(this.#countUpTo(found, start), this.#countUpTo(found, limit - 1));
    return inside.filter(inner => this.#getSpan(inner).end <= limit);
  }

  /** How many of some elements in document order begin at a place or before it. */
  #countUpTo(found: readonly Element[], place: number): number {
    let [low, high] = [0, found.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const element = found[middle];
      if (element !== undefined && this.#getSpan(element).start <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #getSpan(element: Element): Span {
    return this.#spans.get(element) ?? { start: -1, end: Infinity };
  }

  /** A template's content is not a part of the page. */
  #addDescendants(parent: Element): void {
    if (parent.localName === 'template') return;
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) continue;
      const span: Span = { start: this.#all.length, end: 0 };
      this.#spans.set(node, span);
      this.#all.push(node);
      const named = this.#byName.get(node.localName);
      if (named === undefined) this.#byName.set(node.localName, [node]);
      else named.push(node);
      this.#addDescendants(node);
      span.end = this.#all.length;
    }
  }
}
