/** A tag, or a comment (also a declaration, and a tag that never ends, which parsers leave out), of a source. */
export interface Tag {
  start: number;
  end: number;
  /** In lower case; empty for a comment. */
  name: string;
  isEnd: boolean;
  /** In the order of the source, with values as they are written there; empty for an end tag. */
  attributes: readonly (readonly [name: string, value: string])[];
}

const MARKUP = /<(?:!--|[!?]|\/?[a-zA-Z]|\/[^>])/g;
const COMMENT_END = /--!?>/g;
const TAG_NAME = /[^\s/>]+/y;
const BEFORE_ATTRIBUTE = /[\s/]*/y;
const ATTRIBUTE_NAME = /[^\s/>][^\s/>=]*/y;
const EQUALS = /\s*=\s*/y;
const UNQUOTED = /[^\s>]*/y;

/**
 * The tags and comments of a source from `from` on, as the HTML standard tokenizes them, in linear time. The content of elements that contain only text is the caller's to skip: `next(end)` goes on behind it.
 */
export class Tags {
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  /** @returns the first tag that starts at `from` or later */
  next(from: number): Tag | undefined {
    MARKUP.lastIndex = from;
    const found = MARKUP.exec(this.#html);
    if (!found) return undefined;
    const { index: start, 0: opening } = found;
    const tag = /[a-zA-Z]$/.test(opening) ? this.#readTag(start) : this.#readComment(start);
    return tag ?? { start, end: this.#html.length, name: '', isEnd: false, attributes: [] };
  }

  #readComment(start: number): Tag {
    const isComment = this.#html.startsWith('<!--', start);
    const end = isComment ? this.#endComment(start) : this.#html.indexOf('>', start) + 1;
    return { start, end: end || this.#html.length, name: '', isEnd: false, attributes: [] };
  }

  #endComment(start: number): number {
    const empty = /^<!--(?:>|->)/.exec(this.#html.slice(start, start + 6));
    if (empty) return start + empty[0].length;
    COMMENT_END.lastIndex = start + 4;
    const found = COMMENT_END.exec(this.#html);
    return found ? found.index + found[0].length : 0;
  }

  #readTag(start: number): Tag | undefined {
    const isEnd = this.#html[start + 1] === '/';
    let at = start + (isEnd ? 2 : 1);
    const name = this.#match(TAG_NAME, at);
    at += name.length;
    const attributes: [string, string][] = [];
    for (;;) {
      at += this.#match(BEFORE_ATTRIBUTE, at).length;
      if (at >= this.#html.length) return undefined;
      if (this.#html[at] === '>') break;
      const attribute = this.#match(ATTRIBUTE_NAME, at);
      at += attribute.length;
      const equals = this.#match(EQUALS, at);
      at += equals.length;
      const value = equals === '' ? { text: '', end: at } : this.#readValue(at);
      if (!value) return undefined;
      at = value.end;
      attributes.push([attribute.toLowerCase(), value.text]);
    }
    return { start, end: at + 1, name: name.toLowerCase(), isEnd, attributes };
  }

  #readValue(at: number): { text: string; end: number } | undefined {
    const quote = this.#html[at];
    if (quote !== '"' && quote !== "'") {
      const text = this.#match(UNQUOTED, at);
      return { text, end: at + text.length };
    }
    const end = this.#html.indexOf(quote, at + 1);
    return end < 0 ? undefined : { text: this.#html.slice(at + 1, end), end: end + 1 };
  }

  #match(pattern: RegExp, at: number): string {
    pattern.lastIndex = at;
    return pattern.exec(this.#html)?.[0] ?? '';
  }
}
