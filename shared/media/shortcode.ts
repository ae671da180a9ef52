import { textOf } from '../text/html.ts';
import { forEachSegment } from '../text/segments.ts';

/** Text that can't end the value or the shortcode that it stands in. */
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '[': '&#91;',
  ']': '&#93;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"[\]]/g, character => ESCAPES[character] ?? character).replace(/\s+/g, ' ');
}

/**
 * `[media-image 0123… site_id=1 alt="At last"]`: what clients put into a body where the medium is to stand. Numbers and
 * booleans stand bare, texts in quotes; what is null is left out.
 */
export function shortcode(
  name: string,
  id: string,
  attributes: Readonly<Record<string, string | number | boolean | null>>,
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [`${key}=${typeof value === 'string' ? `"${escaped(value)}"` : value}`],
  );
  return `[${[name, id, ...written].join(' ')}]`;
}

/** A media shortcode in a body. */
export interface Shortcode {
  start: number;
  end: number;
  kind: 'image' | 'document' | 'asset';
  /** The shortcode_id, lower case. */
  id: string;
  /** As they were before they were escaped. */
  attributes: ReadonlyMap<string, string>;
  /** It stands within an `<a>`. */
  inLink: boolean;
}

const MAX_SHORTCODES = 1000;
const MAX_ATTRIBUTES_LENGTH = 50_000;

/** Editors may have put a non-breaking space for a space. */
const OPENING = /\[media-(image|asset|document-[a-z0-9]{1,10})(?:\s|&nbsp;)+([0-9a-f]{32})(?![0-9a-z])/gi;
const ATTRIBUTE = /(?<![a-z0-9_-])([a-z][a-z0-9_-]{0,50})=(?:"([^"]*)"|([^\s"]+))/gi;

/**
 * The media shortcodes in an HTML body, in its order, where a medium may stand (text/segments.ts); at most the first thousand.
 * Takes linear time: a shortcode ends before the next `[`, so nothing is looked through twice.
 */
export function findShortcodes(html: string): Shortcode[] {
  const found: Shortcode[] = [];
  if (!/\[media-/i.test(html)) return found;
  forEachSegment(html, ({ start, end, inLink }) => {
    const text = html.slice(start, end);
    for (const match of text.matchAll(OPENING)) {
      const [opening, name = '', id = ''] = match;
      const from = match.index + opening.length;
      const closing = closingOf(text, from);
      if (closing === -1) continue;
      if (found.length === MAX_SHORTCODES) return;
      found.push({
        start: start + match.index,
        end: start + closing + 1,
        kind: kindOf(name.toLowerCase()),
        id: id.toLowerCase(),
        attributes: attributesIn(text.slice(from, closing)),
        inLink,
      });
    }
  });
  return found;
}

function kindOf(name: string): Shortcode['kind'] {
  return name === 'image' || name === 'asset' ? name : 'document';
}

/** The first `]` that isn't in quotes; where a quote is never closed, the first one. */
function closingOf(text: string, from: number): number {
  let first = -1;
  let quoted = false;
  for (let at = from; at < text.length && text[at] !== '['; at++) {
    if (text[at] === '"') quoted = !quoted;
    if (text[at] !== ']') continue;
    if (!quoted) return at;
    if (first === -1) first = at;
  }
  return first;
}

function attributesIn(text: string): Map<string, string> {
  if (text.length > MAX_ATTRIBUTES_LENGTH) return new Map();
  // Editors may have escaped the quotes around values with those within.
  const written = text.includes('"') ? text : text.replaceAll('&quot;', '"');
  const attributes = [...written.matchAll(ATTRIBUTE)];
  return new Map(
    attributes.map(([, name = '', quoted, bare]) => [name.toLowerCase(), textOf(quoted ?? bare ?? '')]),
  );
}
