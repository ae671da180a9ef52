import { readTokens } from './tokens.ts';

/** A segment of text where an element could stand in its place. */
export interface Segment {
  start: number;
  end: number;
  /** Within an `<a>`: another one here would end it. */
  inLink: boolean;
}

/** What is in these is no HTML, or not shown as such. */
const CLOSED = new Set(
  'script style textarea title iframe noembed noframes noscript xmp plaintext template select svg math'.split(
    ' ',
  ),
);
const FOREIGN = new Set(['svg', 'math']);
/** In SVG these hold HTML again: only there `<style>` and its like are read as text. */
const ISLANDS = new Set(['foreignobject', 'desc', 'title']);
/** HTML that ends SVG and MathML wherever it stands in them (WHATWG, "the rules for parsing tokens in foreign content"). */
const BREAKING =
  /^(?:b|big|blockquote|body|br|center|code|dd|div|dl|dt|em|embed|font|h[1-6]|head|hr|i|img|li|listing|menu|meta|nobr|ol|p|pre|ruby|s|small|span|strike|strong|sub|sup|table|tt|u|ul|var)$/;

/**
 * Tells the segments of text in which an element may stand without changing what is around it: not tags, attributes, comments, nor
 * elements such as `<script>`. Where browsers read on differently than this does, nothing more is told. Takes linear time.
 */
export function eachStretch(html: string, found: (segment: Segment) => void): void {
  const place = new Place();
  let last: Segment | undefined;
  const text = (start: number, end: number): void => {
    if (place.closed === 'script' && isEscapedScript(html.slice(start, end))) place.isUnsure = true;
    if (place.closed !== '' || place.isUnsure) return;
    if (last?.end === start) last.end = end;
    else {
      if (last) found(last);
      last = { start, end, inLink: place.inLink };
    }
  };
  const nameAt = (start: number, end: number): string => html.slice(start, end).toLowerCase();
  readTokens(
    html,
    {
      onopentagname: (start, end) => place.open(nameAt(start, end)),
      onclosetag: (start, end) => {
        place.isUnsure ||= !endsAt(html, end);
        place.close(nameAt(start, end));
      },
      onselfclosingtag: () => place.closeSelf(),
      isInForeignContext: () => place.isForeign,
      // Outside of SVG a browser takes it for a comment that ends at the next `>`.
      oncdata: () => (place.isUnsure ||= !place.isForeign),
      ontext: text,
    },
    { decodeEntities: false },
  );
  if (last) found(last);
}

/** In an end tag a browser reads attributes, in which a `>` may stand. */
function endsAt(html: string, end: number): boolean {
  const rest = /[\s/]*(?:>|$)/y;
  rest.lastIndex = end;
  return rest.test(html);
}

/** Browsers may not end it at its first `</script>`. */
function isEscapedScript(script: string): boolean {
  return script.includes('<!--') && /<script/i.test(script);
}

/** Where in a document the reading is. */
class Place {
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
    // An island doesn't let go of what is open in it.
    if (this.#islands > 0) this.isUnsure = true;
    this.closed = '';
    this.#islands = 0;
  }

  /** What makes the end of the closed element another one than the next end tag of its name. */
  #noteBreak(name: string): void {
    const isHidden = this.closed === 'select' && name === 'template';
    if (isHidden || (this.isForeign && BREAKING.test(name))) this.isUnsure = true;
  }

  /** Only foreign elements close themselves. */
  closeSelf(): void {
    const isIsland = FOREIGN.has(this.closed) && ISLANDS.has(this.#opened);
    if (this.isForeign || isIsland) this.close(this.#opened);
  }
}
