import { readTokens } from './tokens.ts';

/** A segment of text that an element could replace. */
export interface Segment {
  start: number;
  end: number;
  /** Inside an `<a>`, which another `<a>` would end. */
  inLink: boolean;
}

/** Elements whose content is not HTML or not displayed as such. */
const CLOSED = new Set(
  'script style textarea title iframe noembed noframes noscript xmp plaintext template select svg math'.split(
    ' ',
  ),
);
const FOREIGN = new Set(['svg', 'math']);
/** SVG elements with HTML content: HTML's rules for `<style>` and the like apply only inside these. */
const ISLANDS = new Set(['foreignobject', 'desc', 'title']);
/** HTML elements that end SVG and MathML (WHATWG, "the rules for parsing tokens in foreign content"). */
const BREAKING =
  /^(?:b|big|blockquote|body|br|center|code|dd|div|dl|dt|em|embed|font|h[1-6]|head|hr|i|img|li|listing|menu|meta|nobr|ol|p|pre|ruby|s|small|span|strike|strong|sub|sup|table|tt|u|ul|var)$/;

/**
 * Calls `found` with each segment of text where an element can stand without changing its surroundings: outside tags, attributes,
 * comments and elements such as `<script>`. Stops where browsers might parse differently from this reader. Takes linear time.
 */
export function forEachSegment(html: string, found: (segment: Segment) => void): void {
  const state = new ParserState();
  let last: Segment | undefined;
  const text = (start: number, end: number): void => {
    if (state.closed === 'script' && isEscapedScript(html.slice(start, end))) state.isUnsure = true;
    if (state.closed !== '' || state.isUnsure) return;
    if (last?.end === start) last.end = end;
    else {
      if (last) found(last);
      last = { start, end, inLink: state.inLink };
    }
  };
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  readTokens(
    html,
    {
      onopentagname: (start, end) => state.open(nameAt(start, end)),
      onclosetag: (start, end) => {
        state.isUnsure ||= !endsAt(html, end);
        state.close(nameAt(start, end));
      },
      onselfclosingtag: () => state.closeSelf(),
      isInForeignContext: () => state.isForeign,
      // Outside SVG, browsers parse it as a comment that ends at the next `>`.
      oncdata: () => (state.isUnsure ||= !state.isForeign),
      ontext: text,
    },
    { decodeEntities: false },
  );
  if (last) found(last);
}

/** Whether an end tag has no attributes; browsers parse them, and their values may contain `>`. */
function endsAt(html: string, end: number): boolean {
  const rest = /[\s/]*(?:>|$)/y;
  rest.lastIndex = end;
  return rest.test(html);
}

/** Browsers may not end such a script at its first `</script>`. */
function isEscapedScript(script: string): boolean {
  return script.includes('<!--') && /<script/i.test(script);
}

/** The parser's context at the current token. */
class ParserState {
  /** The outermost of the open CLOSED elements. */
  closed = '';
  inLink = false;
  isUnsure = false;
  #depth = 0;
  #islands = 0;
  #opened = '';

  get isForeign(): boolean {
    return FOREIGN.has(this.closed) && this.#islands === 0;
  }

  open(name: string): void {
    this.#opened = name;
    this.#noteBreak(name);
    if (this.isForeign && ISLANDS.has(name)) this.#islands++;
    if (this.closed === '' && CLOSED.has(name)) this.closed = name;
    if (this.closed === name) this.#depth++;
    if (this.closed === '' && name === 'a') this.inLink = true;
  }

  close(name: string): void {
    if (name === 'p' || name === 'br') this.#noteBreak(name);
    if (this.closed === '' && name === 'a') this.inLink = false;
    if (this.#islands > 0 && ISLANDS.has(name)) this.#islands--;
    if (this.closed !== name || --this.#depth > 0) return;
    // Elements that are open in the island may stay open.
    if (this.#islands > 0) this.isUnsure = true;
    this.closed = '';
    this.#islands = 0;
  }

  /** Detects tags after which the closed element may end elsewhere than at the next end tag of its name. */
  #noteBreak(name: string): void {
    const isHidden = this.closed === 'select' && name === 'template';
    if (isHidden || (this.isForeign && BREAKING.test(name))) this.isUnsure = true;
  }

  /** Only foreign elements can be self-closing. */
  closeSelf(): void {
    const isIsland = FOREIGN.has(this.closed) && ISLANDS.has(this.#opened);
    if (this.isForeign || isIsland) this.close(this.#opened);
  }
}
