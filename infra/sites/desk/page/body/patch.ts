import { BLOCK } from './elements.ts';
import { decodeText } from './fragment.ts';
import { Tags, type Tag } from './tags.ts';

/** A tag, a comment, a character or whitespace of a source. Tokens with the same key mean the same. */
interface Token {
  key: string;
  start: number;
  end: number;
}

/**
 * Writes an edited block with the least change of its source: tokens before and after the edit keep theirs.
 * @param wasWritten the block as it would have been written before the edit
 * @returns undefined when the source has other tokens than that
 */
export function patch(source: string, wasWritten: string, written: string): string | undefined {
  const [from, base, to] = [tokenize(source), tokenize(wasWritten), tokenize(written)];
  if (!hasSame(from, base)) return undefined;
  const head = countSame(from, to);
  const tail = countSame(from.slice(head).reverse(), to.slice(head).reverse());
  const inSource = cutMiddle(from, head, tail, source.length);
  const inWritten = cutMiddle(to, head, tail, written.length);
  // Where nothing is removed, whitespace without meaning stays where it stands in the source.
  const isInsertion = head + tail === from.length;
  const start = isInsertion ? inSource.end : inSource.start;
  const patched =
    source.slice(0, start) + written.slice(inWritten.start, inWritten.end) + source.slice(inSource.end);
  return hasSame(tokenize(patched), to) ? patched : undefined;
}

function hasSame(one: readonly Token[], other: readonly Token[]): boolean {
  return one.length === other.length && countSame(one, other) === one.length;
}

function countSame(one: readonly Token[], other: readonly Token[]): number {
  const differing = one.findIndex(({ key }, index) => key !== other[index]?.key);
  return differing < 0 ? one.length : differing;
}

/** What stands between the first `head` and the last `tail` tokens. */
function cutMiddle(tokens: readonly Token[], head: number, tail: number, length: number) {
  return {
    start: tokens[head - 1]?.end ?? 0,
    end: tail > 0 ? (tokens[tokens.length - tail]?.start ?? length) : length,
  };
}

function tokenize(html: string): Token[] {
  const tokenizer = new Tokenizer(html);
  const tags = new Tags(html);
  let at = 0;
  for (let tag = tags.next(at); tag; tag = tags.next(at)) {
    tokenizer.addText(at, tag.start);
    tokenizer.addTag(tag);
    at = tag.end;
  }
  tokenizer.addText(at, html.length);
  return tokenizer.tokens;
}

const TEXT = /&#?[a-zA-Z0-9]{1,40};?|[ \t\n\r\f]+|[^]/gu;

class Tokenizer {
  readonly tokens: Token[] = [];
  readonly #html: string;
  /** Open elements whose whitespace means something. */
  #preformatted = 0;
  #space: Token | undefined;
  #isAtEdge = true;

  constructor(html: string) {
    this.#html = html;
  }

  addTag({ start, end, name, isEnd, attributes }: Tag): void {
    if (name === '') {
      this.#add({ key: this.#html.slice(start, end), start, end });
      return;
    }
    if (BLOCK.has(name) || name === 'br') this.#enterBlock();
    // The parser takes the first of two attributes with the same name.
    const values = new Map(attributes.toReversed());
    const written = [...values].map(([attribute, value]) => `${attribute}=${decodeText(value)}`).sort();
    const isAtEdge = this.#isAtEdge;
    this.#add({ key: `<${isEnd ? '/' : ''}${name} ${isEnd ? '' : written.join(' ')}>`, start, end });
    this.#isAtEdge = isAtEdge && name !== 'img';
    if (name === 'pre') this.#preformatted += isEnd ? -1 : 1;
  }

  addText(from: number, to: number): void {
    const isAfterPre = this.tokens.at(-1)?.key.startsWith('<pre ') && this.#html[from] === '\n';
    // The parser leaves out a line break that follows the start tag.
    const begin = isAfterPre ? from + 1 : from;
    for (const { 0: text, index } of this.#html.slice(begin, to).matchAll(TEXT)) {
      const [start, end] = [begin + index, begin + index + text.length];
      const isSpace = /^[ \t\n\r\f]/.test(text) && this.#preformatted === 0;
      if (isSpace && !this.#isAtEdge) this.#space = { key: ' ', start, end };
      // A reference may be several characters, which are written as such: the first has its place.
      if (!isSpace)
        for (const [at, key] of Array.from(decodeText(text)).entries())
          this.#add({ key, start: at === 0 ? start : end, end });
    }
  }

  /** Whitespace at the edge of a block means nothing. */
  #enterBlock(): void {
    this.#space = undefined;
    this.#isAtEdge = true;
  }

  #add(token: Token): void {
    if (this.#space) this.tokens.push(this.#space);
    this.tokens.push(token);
    this.#space = undefined;
    this.#isAtEdge = false;
  }
}
