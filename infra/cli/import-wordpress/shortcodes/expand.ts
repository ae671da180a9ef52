import { NextFinder } from '../paragraphs/next.ts';
import { readAddress, showAddress } from './players.ts';
import { ShortcodeViewer, type ShowGallery } from './show.ts';
import { listTokens, type Token } from './tokens.ts';
import { BodyWriter } from './writer.ts';

/** Elements whose contents stay as they are. */
const KEPT = new Set('pre code script style textarea title iframe svg'.split(' '));
const VOID = new Set('area br col embed hr img input link meta param source track wbr'.split(' '));
const PLACE = /\[(caption|wp_caption|gallery|embed|audio|video)(?![\w-])|https?:\/\/[^\s<>"[\]]+/g;
const LINE_END = /[ \t\r]*(?:\n|$|<\/p>|<br \/>[ \t\r]*(?:\n|$))/y;
const PARAGRAPH_BEFORE = /^<p[\s>]/i;

/**
 * Shows WordPress's own shortcodes, and addresses that stand alone on a line, as WordPress does after it has made the paragraphs. What is
 * malformed or escaped stays as it is, as do the shortcodes of plugins. Takes linear time.
 */
export function expandShortcodes(html: string, showGallery: ShowGallery): string {
  return new Expander(html, showGallery).expand();
}

class Expander {
  readonly #html: string;
  readonly #writer: BodyWriter;
  readonly #shortcodes: ShortcodeViewer;
  /** The element whose contents stay as they are. */
  #kept = '';
  #isInLink = false;
  /** The token before the current one. */
  #before: Token | undefined;

  constructor(html: string, showGallery: ShowGallery) {
    this.#html = html;
    this.#writer = new BodyWriter(html);
    this.#shortcodes = new ShortcodeViewer(html, new NextFinder(html), showGallery);
  }

  expand(): string {
    for (const token of listTokens(this.#html)) {
      // A text may go on behind a shortcode; tags within one are a part of it.
      const from = token.kind === 'text' ? token.end : token.start;
      if (from >= this.#writer.done) this.#read(token);
      this.#before = token;
    }
    return this.#writer.finish();
  }

  #read(token: Token): void {
    const { kind, name } = token;
    if (this.#kept !== '') {
      if (kind === 'close' && name === this.#kept) this.#kept = '';
    } else if (kind === 'text') this.#readText(token);
    else {
      if (name === 'p' || name === 'a') this.#isInLink = kind === 'open' && name === 'a';
      if (kind === 'close') this.#writer.close(name);
      else if (KEPT.has(name)) this.#kept = name;
      else if (name !== '' && !VOID.has(name)) this.#writer.open(name, token.start, token.end);
    }
  }

  #readText(text: Token): void {
    for (const { 0: match, 1: name, index } of this.#html.slice(text.start, text.end).matchAll(PLACE)) {
      const start = text.start + index;
      if (start < this.#writer.done) continue;
      if (name !== undefined) this.#showShortcode(name, start);
      else if (this.#isAlone(text, start, start + match.length)) this.#showAddress(start, match);
    }
  }

  #showShortcode(name: string, start: number): void {
    const shown = this.#shortcodes.show(name, start);
    if (!shown || (this.#isInLink && name === 'embed')) return;
    const { html, end, as } = shown;
    if (as === 'block') this.#writer.replaceByBlock(start, end, html);
    else this.#writer.replace(start, end, as === 'line' ? this.#asLine(html) : html);
  }

  #showAddress(start: number, text: string): void {
    const address = this.#isInLink ? undefined : readAddress(text);
    if (address !== undefined)
      this.#writer.replace(start, start + text.length, this.#asLine(showAddress(address)));
  }

  #asLine(html: string): string {
    return this.#writer.isInParagraph ? html : `<p>${html}</p>`;
  }

  /** Whether nothing else is on the line, apart from the paragraph's tags and break. */
  #isAlone({ start: textStart }: Token, start: number, end: number): boolean {
    LINE_END.lastIndex = end;
    if (!LINE_END.test(this.#html)) return false;
    let at = start;
    while (at > textStart && ' \t\r'.includes(this.#html[at - 1] ?? '')) at -= 1;
    if (at > textStart) return this.#html[at - 1] === '\n';
    const before = this.#before;
    if (at === 0) return true;
    return (
      before?.kind === 'open' &&
      before.end === at &&
      PARAGRAPH_BEFORE.test(this.#html.slice(before.start, before.end))
    );
  }
}
