import type { Element } from './dom.ts';
import { childNodes } from './text.ts';

/** How much text an element contains, in characters. */
export interface Size {
  /** Outside links. */
  text: number;
  linked: number;
}

const NONE: Size = { text: 0, linked: 0 };
const UNCOUNTED = new Set(['head', 'noscript', 'script', 'style', 'svg', 'template', 'textarea', 'select']);
/** An element with a larger share of the page's text is not a part of its periphery. */
const MOST = 0.5;
/** On a page with less text, the shares say little. */
const MIN_MOST_LENGTH = 200;

/** The sizes of all elements of a page, measured in one pass. */
export class Sizes {
  readonly #sizes = new Map<Element, Size>();
  readonly #most: number;

  constructor(root: Element) {
    this.#most = Math.max(this.#measure(root).text * MOST, MIN_MOST_LENGTH);
  }

  /** The share of an element's text that is in links. */
  linkShare(element: Element): number {
    const { text, linked } = this.#sizes.get(element) ?? NONE;
    return text + linked === 0 ? 0 : linked / (text + linked);
  }

  /** Whether an element contains most of the page's text outside links. */
  isMost(element: Element): boolean {
    return (this.#sizes.get(element) ?? NONE).text > this.#most;
  }

  #measure(element: Element): Size {
    const size: Size = { text: 0, linked: 0 };
    for (const child of childNodes(element)) {
      if (child.nodeType === 3) size.text += child.data.trim().length;
      else if (!UNCOUNTED.has(child.localName)) this.#add(size, child);
    }
    this.#sizes.set(element, size);
    return size;
  }

  #add(size: Size, child: Element): void {
    const { text, linked } = this.#measure(child);
    const isLink = child.localName === 'a' && child.hasAttribute('href');
    size.text += isLink ? 0 : text;
    size.linked += isLink ? text + linked : linked;
  }
}
