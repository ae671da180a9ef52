import type { Element } from './dom.ts';

/** One alternative of a selector that needs no engine: a name, an attribute, or both; an attribute may have to contain a text or a word. */
const SIMPLE = /^(\*|[a-z][\w-]*)?(?:\[([a-z-]+)(?:([~*])="([^"]+)"( i)?)?\])?$/;

type Test = (element: Element) => boolean;

/** The places of an element: its own, and the first one after its last descendant. */
interface Span {
  readonly start: number;
  end: number;
}

/**
 * The elements of a page in document order, found in one walk. Simple selectors are answered from this list, because linkedom compiles a
 * selector each time and then asks it about each element.
 */
export class Elements {
  readonly #all: Element[] = [];
  readonly #spans = new Map<Element, Span>();

  constructor(root: Element) {
    this.#addDescendants(root);
  }

  /** The elements that match a list of simple selectors; undefined if one of them is not simple. */
  select(selectors: string): readonly Element[] | undefined {
    if (selectors === '*') return this.#all;
    const alternatives = selectors.split(/,\s*/).map(selector => SIMPLE.exec(selector));
    const tests = new Map<string, Test[]>();
    for (const found of alternatives) {
      if (found === null) return undefined;
      const [, name = '*', attribute, operator, text, flag] = found;
      const test = attribute === undefined ? () => true : testOf(attribute, operator, text, flag);
      tests.set(name, [...(tests.get(name) ?? []), test]);
    }
    const anyName = tests.get('*') ?? [];
    return this.#all.filter(
      element =>
        tests.get(element.localName)?.some(test => test(element)) === true ||
        anyName.some(test => test(element)),
    );
  }

  /** Whether an element ends before another one begins. */
  isBefore(element: Element, other: Element): boolean {
    const [{ end }, { start }] = [this.#spanOf(element), this.#spanOf(other)];
    return end <= start;
  }

  /** Whether an element is a descendant of another one. */
  isInside(element: Element, holder: Element): boolean {
    const [{ start }, span] = [this.#spanOf(element), this.#spanOf(holder)];
    return span.start < start && start < span.end;
  }

  #spanOf(element: Element): Span {
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
      this.#addDescendants(node);
      span.end = this.#all.length;
    }
  }
}

function testOf(name: string, operator = '', text = '', flag = ''): Test {
  if (operator === '') return element => element.hasAttribute(name);
  const normal = (value: string): string => (flag === '' ? value : value.toLowerCase());
  const wanted = normal(text);
  return element => {
    const value = normal(element.getAttribute(name) ?? '');
    return value.includes(wanted) && (operator === '*' || value.split(/\s+/).includes(wanted));
  };
}
