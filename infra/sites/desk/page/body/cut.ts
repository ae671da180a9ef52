import { BLOCK, ENDS_PARAGRAPH, findContent, TEXT_ONLY, VOID } from './elements.ts';
import { Tags, type Tag } from './tags.ts';

/** A part of a source's top level: an element, a run of text and phrases, whitespace between them, or a comment. */
export interface Piece {
  kind: 'element' | 'run' | 'space' | 'comment';
  source: string;
}

/** Elements in which tags may close themselves. */
const FOREIGN = ['svg', 'math'];

/** Cuts a source at its top level, in linear time. The pieces’ sources, joined, are always the whole source. */
export function cut(html: string): Piece[] {
  return new Cutter(html).cut();
}

class Cutter {
  readonly #html: string;
  readonly #pieces: Piece[] = [];
  /** The names of the open elements, and how many have each name: an end tag without a start is not looked for. */
  readonly #open: string[] = [];
  readonly #counts = new Map<string, number>();
  /** Where the piece begins that isn’t complete yet. */
  #start = 0;
  #isElement = false;

  constructor(html: string) {
    this.#html = html;
  }

  cut(): Piece[] {
    const tags = new Tags(this.#html);
    let tag = tags.next(0);
    while (tag) tag = tags.next(this.#take(tag));
    if (this.#isElement) this.#endElement(this.#html.length);
    else this.#endRun(this.#html.length);
    return this.#pieces;
  }

  /** @returns where the next tag may begin */
  #take(tag: Tag): number {
    if (tag.name === '') this.#takeComment(tag);
    else if (tag.isEnd) this.#close(tag);
    else return this.#takeStart(tag);
    return tag.end;
  }

  #takeComment({ start, end }: Tag): void {
    if (this.#open.length > 0) return;
    this.#endRun(start);
    this.#push('comment', end);
  }

  #takeStart(tag: Tag): number {
    const { name, start, end } = tag;
    if (ENDS_PARAGRAPH.has(name) && this.#open.at(-1) === 'p') this.#pop(this.#open.length - 1, start);
    if (this.#open.length === 0 && BLOCK.has(name)) {
      this.#endRun(start);
      this.#isElement = true;
    }
    const isForeign = FOREIGN.some(foreign => foreign === name || this.#counts.get(foreign));
    const behind = TEXT_ONLY.has(name) && !isForeign ? this.#findTextEnd(name, end) : end;
    if (VOID.has(name) || behind > end || (isForeign && this.#html[end - 2] === '/')) {
      if (this.#open.length === 0 && this.#isElement) this.#endElement(behind);
      return behind;
    }
    this.#open.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return end;
  }

  #close({ name, end }: Tag): void {
    if (this.#counts.get(name)) this.#pop(this.#open.lastIndexOf(name), end);
  }

  /** Closes the open element with the index and all within; `end` is where the piece ends if none stays open. */
  #pop(index: number, end: number): void {
    for (const name of this.#open.splice(index)) this.#counts.set(name, (this.#counts.get(name) ?? 0) - 1);
    if (index === 0 && this.#isElement) this.#endElement(end);
  }

  #findTextEnd(name: string, from: number): number {
    const pattern = new RegExp(`</${name}(?=[\\s/>])[^>]*>|$`, 'gi');
    pattern.lastIndex = from;
    const found = pattern.exec(this.#html);
    return found ? found.index + found[0].length : this.#html.length;
  }

  #endElement(end: number): void {
    this.#push('element', end);
    this.#isElement = false;
  }

  /** Whitespace around a run is no part of it, but what follows an open element is in that. */
  #endRun(end: number): void {
    const from = this.#start;
    const content = findContent(this.#html.slice(from, end));
    this.#push('space', from + content.start);
    this.#push('run', this.#open.length > 0 ? end : from + content.end);
    this.#push('space', end);
  }

  #push(kind: Piece['kind'], end: number): void {
    if (end > this.#start) this.#pieces.push({ kind, source: this.#html.slice(this.#start, end) });
    this.#start = end;
  }
}
