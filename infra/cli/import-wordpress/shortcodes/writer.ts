const BREAK = '<br />';
const AFTER = /\s*(?:<br \/>\s*)?(<\/p>)?/y;

/**
 * Writes a body with some of its parts replaced. A paragraph can't contain a figure, so one within a paragraph ends it, and another one
 * begins behind.
 */
export class BodyWriter {
  readonly #html: string;
  readonly #parts: string[] = [];
  /** The place up to which the body is written. */
  done = 0;
  /** The number of parts when the tag that opens the paragraph is the last one; 0 outside of paragraphs. */
  #opener = 0;
  /** The number of open elements within the paragraph. */
  #depth = 0;

  constructor(html: string) {
    this.#html = html;
  }

  get isInParagraph(): boolean {
    return this.#opener > 0;
  }

  /** Notes an opening tag at its end. */
  open(name: string, start: number, end: number): void {
    if (name !== 'p') this.#depth += 1;
    else {
      this.#parts.push(this.#html.slice(this.done, start));
      this.#begin(this.#html.slice(start, end));
      this.done = end;
    }
  }

  close(name: string): void {
    if (name === 'p') this.#opener = 0;
    else this.#depth = Math.max(0, this.#depth - 1);
  }

  /** Replaces a part by what may be within a paragraph. */
  replace(start: number, end: number, text: string): void {
    this.#parts.push(this.#html.slice(this.done, start), text);
    this.done = end;
  }

  /** Replaces a part by a block. */
  replaceByBlock(start: number, end: number, block: string): void {
    if (!this.isInParagraph || this.#depth > 0) {
      this.replace(start, end, block);
      return;
    }
    const before = this.#html.slice(this.done, start);
    const isFirst = this.#parts.length === this.#opener && before.trim() === '';
    const opening = isFirst ? this.#parts.pop() : undefined;
    if (!isFirst) this.#parts.push(withoutBreak(before), '</p>\n');
    this.#parts.push(block);
    AFTER.lastIndex = end;
    const isLast = AFTER.exec(this.#html)?.[1] !== undefined;
    this.done = AFTER.lastIndex;
    if (isLast) this.#opener = 0;
    else {
      this.#parts.push('\n');
      this.#begin(opening ?? '<p>');
    }
  }

  finish(): string {
    return this.#parts.join('') + this.#html.slice(this.done);
  }

  #begin(tag: string): void {
    this.#parts.push(tag);
    this.#opener = this.#parts.length;
    this.#depth = 0;
  }
}

function withoutBreak(html: string): string {
  const text = html.trimEnd();
  return text.endsWith(BREAK) ? text.slice(0, -BREAK.length).trimEnd() : text;
}
