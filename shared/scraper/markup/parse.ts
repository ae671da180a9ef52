import { Parser } from 'htmlparser2';
import { createElement, createText, type Element, type GrowingElement } from './dom.ts';

/**
 * Limits for parsing: of 2,300 saved pages the largest has 10,111 elements. The rest of a larger page is ignored, because a tree takes up
 * to a hundred times the memory of its markup, deep nesting makes parsers quadratic, and all later work grows with these numbers.
 */
const MAX_ELEMENTS = 12_000;
const MAX_DEPTH = 400;
const MAX_ATTRIBUTES = 50_000;
const MAX_ATTRIBUTES_OF_ELEMENT = 200;
const MAX_TEXT_EVENTS = 300_000;
/** Longer values are cut: addresses are shorter, and selectors search every value. */
const MAX_ATTRIBUTE_LENGTH = 10_000;

/** Small chunks, so that little is tokenized beyond a limit. */
const CHUNK_LENGTH = 16_384;

/** Parses any text as HTML, up to the limits, into a nameless root element. Never throws. */
export function parseMarkup(html: string): Element {
  const builder = new TreeBuilder();
  for (let at = 0; at < html.length && !builder.isFull; at += CHUNK_LENGTH) {
    builder.write(html.slice(at, at + CHUNK_LENGTH));
  }
  return builder.finish();
}

class TreeBuilder {
  isFull = false;
  readonly #open: [GrowingElement, ...GrowingElement[]] = [createElement('', {})];
  readonly #parser: Parser;
  #text = '';
  #elements = 0;
  #attributes = 0;
  #attributesOfElement = 0;
  #textEvents = 0;

  constructor() {
    this.#parser = new Parser({
      onopentagname: () => {
        this.#attributesOfElement = 0;
      },
      onattribute: () => this.#countAttribute(),
      onopentag: (name, attributes) => this.#enter(name, attributes),
      onclosetag: () => this.#leave(),
      ontext: text => this.#addText(text),
    });
  }

  write(chunk: string): void {
    this.#parser.write(chunk);
  }

  finish(): Element {
    if (!this.isFull) this.#parser.end();
    this.#endText();
    return this.#open[0];
  }

  get #current(): GrowingElement {
    return this.#open.at(-1) ?? this.#open[0];
  }

  #countAttribute(): void {
    this.#attributes += 1;
    this.#attributesOfElement += 1;
    this.#stopIf(this.#attributes > MAX_ATTRIBUTES || this.#attributesOfElement > MAX_ATTRIBUTES_OF_ELEMENT);
  }

  #enter(name: string, attributes: Record<string, string>): void {
    this.#elements += 1;
    this.#stopIf(this.#elements > MAX_ELEMENTS || this.#open.length > MAX_DEPTH);
    if (this.isFull) return;
    this.#endText();
    for (const key in attributes) cutAttribute(attributes, key);
    const element = createElement(name, attributes);
    this.#current.appendChild(element);
    this.#open.push(element);
  }

  #leave(): void {
    this.#endText();
    if (this.#open.length > 1) this.#open.pop();
  }

  #addText(text: string): void {
    this.#textEvents += 1;
    this.#stopIf(this.#textEvents > MAX_TEXT_EVENTS);
    this.#text += text;
  }

  #endText(): void {
    if (this.#text === '') return;
    this.#current.appendChild(createText(this.#text));
    this.#text = '';
  }

  #stopIf(isExceeded: boolean): void {
    if (!isExceeded || this.isFull) return;
    this.isFull = true;
    this.#parser.pause();
  }
}

function cutAttribute(attributes: Record<string, string>, name: string): void {
  const value = attributes[name] ?? '';
  if (value.length > MAX_ATTRIBUTE_LENGTH) attributes[name] = value.slice(0, MAX_ATTRIBUTE_LENGTH);
}
