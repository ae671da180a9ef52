import { Parser } from 'htmlparser2';
import type { Element } from './tree.ts';

/** Every element of a page in document order; the first is its root. */
export type Markup = readonly [Element, ...Element[]];

/**
 * Far beyond any page made for readers. What a page has after these is left out: a tree costs up to a hundred times
 * the markup that makes it, deep ones make parsers quadratic, and all later work is bounded by these numbers.
 */
const LIMITS = { elements: 40_000, depth: 400, attributes: 120_000, attributesOfOne: 200, pieces: 300_000 };

/** Small, so that little is tokenised in vain when a limit is met. */
const STEP = 16_384;

/** Parses any text as HTML, up to the limits. Never throws. */
export function parseMarkup(html: string): Markup {
  const builder = new Builder();
  for (let at = 0; at < html.length && !builder.full; at += STEP) builder.write(html.slice(at, at + STEP));
  return builder.finish();
}

interface OpenElement extends Element {
  readonly children: (Element | string)[];
}

class Builder {
  full = false;
  readonly #elements: [Element, ...Element[]];
  readonly #open: [OpenElement, ...OpenElement[]];
  readonly #parser: Parser;
  #attributes = 0;
  #attributesOfOne = 0;
  #pieces = 0;

  constructor() {
    const root: OpenElement = { name: '', attributes: {}, parent: undefined, children: [] };
    this.#elements = [root];
    this.#open = [root];
    this.#parser = new Parser({
      onopentagname: () => {
        this.#attributesOfOne = 0;
      },
      onattribute: () => {
        this.#attributes += 1;
        this.#attributesOfOne += 1;
        this.#stopIf(this.#attributes > LIMITS.attributes || this.#attributesOfOne > LIMITS.attributesOfOne);
      },
      onopentag: (name, attributes) => this.#enter(name, attributes),
      onclosetag: () => {
        if (this.#open.length > 1) this.#open.pop();
      },
      ontext: text => this.#addText(text),
    });
  }

  write(chunk: string): void {
    this.#parser.write(chunk);
  }

  finish(): Markup {
    if (!this.full) this.#parser.end();
    return this.#elements;
  }

  get #current(): OpenElement {
    return this.#open.at(-1) ?? this.#open[0];
  }

  #enter(name: string, attributes: Record<string, string>): void {
    this.#stopIf(this.#elements.length >= LIMITS.elements || this.#open.length > LIMITS.depth);
    if (this.full) return;
    const element: OpenElement = { name, attributes, parent: this.#current, children: [] };
    this.#current.children.push(element);
    this.#elements.push(element);
    this.#open.push(element);
  }

  #addText(text: string): void {
    this.#pieces += 1;
    this.#stopIf(this.#pieces > LIMITS.pieces);
    const { children } = this.#current;
    const last = children.length - 1;
    if (typeof children[last] === 'string') children[last] += text;
    else children.push(text);
  }

  #stopIf(exceeded: boolean): void {
    if (!exceeded || this.full) return;
    this.full = true;
    this.#parser.pause();
  }
}
