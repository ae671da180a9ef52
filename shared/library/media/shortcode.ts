import { extractText } from '../../platform/text/html.ts';
import { forEachSegment } from '../../platform/text/segments.ts';

/** Escapes for texts in a shortcode's values: they must not end the value or the shortcode. */
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '[': '&#91;',
  ']': '&#93;',
};

/** Escapes a text for a value in quotes. */
export function escapeValue(text: string): string {
  return text.replace(/[&<>"[\]]/g, character => ESCAPES[character] ?? character).replace(/\s+/g, ' ');
}

/**
 * Writes a shortcode such as `[media-image 0123… site_id=1 alt="At last"]`, which clients put into a body at the medium's place. Texts
 * are quoted, numbers and booleans are not, null is left out.
 */
export function shortcode(
  name: string,
  id: string,
  attributes: Readonly<Record<string, string | number | boolean | null>>,
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [`${key}=${typeof value === 'string' ? `"${escapeValue(value)}"` : value}`],
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
  /** Unescaped values. */
  attributes: ReadonlyMap<string, string>;
  /** It is inside an `<a>`. */
  inLink: boolean;
}

const MAX_SHORTCODES = 1000;
const MAX_ATTRIBUTES_LENGTH = 50_000;

/** Accepts non-breaking spaces, which editors may insert. */
const OPENING = /\[media-(image|asset|document-[a-z0-9]{1,10})(?:\s|&nbsp;)+([0-9a-f]{32})(?![0-9a-z])/gi;
const ATTRIBUTE = /(?<![a-z0-9_-])([a-z][a-z0-9_-]{0,50})=(?:"([^"]*)"|([^\s"]+))/gi;

/**
 * Finds the media shortcodes in an HTML body, in order, where an element may stand (platform/text/segments.ts); at most MAX_SHORTCODES. Takes
 * linear time, because a shortcode ends before the next `[`.
 */
export function findShortcodes(html: string): Shortcode[] {
  const found: Shortcode[] = [];
  if (!/\[media-/i.test(html)) return found;
  forEachSegment(html, ({ start, end, inLink }) => {
    const text = html.slice(start, end);
    for (const match of text.matchAll(OPENING)) {
      const [opening, name = '', id = ''] = match;
      const from = match.index + opening.length;
      const closing = findClosing(text, from);
      if (closing === -1) continue;
      if (found.length === MAX_SHORTCODES) return;
      found.push({
        start: start + match.index,
        end: start + closing + 1,
        kind: toKind(name.toLowerCase()),
        id: id.toLowerCase(),
        attributes: attributesIn(text.slice(from, closing)),
        inLink,
      });
    }
  });
  return found;
}

function toKind(name: string): Shortcode['kind'] {
  return name === 'image' || name === 'asset' ? name : 'document';
}

/** The first `]` outside quotes; if a quote is never closed, the first `]`. */
function findClosing(text: string, from: number): number {
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
  // Some editors escape the quotes around values too.
  const written = text.includes('"') ? text : text.replaceAll('&quot;', '"');
  const attributes = [...written.matchAll(ATTRIBUTE)];
  return new Map(
    attributes.map(([, name = '', quoted, bare]) => [name.toLowerCase(), extractText(quoted ?? bare ?? '')]),
  );
}
