import type { NextFinder } from '../paragraphs/next.ts';

/** The opening tag of a shortcode. */
export interface ShortcodeTag {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** The place after its `]`. */
  end: number;
  /** Whether it encloses nothing: `[audio src="…" /]`. */
  isClosed: boolean;
}

/** A name begins only where no name goes on, and a value ends at its quote, so that every search ends where the next one begins. */
const ATTRIBUTE = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g;

/** Reads the tag whose `[` is at `start`. A tag with a `[` in it is malformed, and one in doubled brackets is escaped: both stay text. */
export function readShortcode(
  html: string,
  start: number,
  name: string,
  next: NextFinder,
): ShortcodeTag | undefined {
  if (html[start - 1] === '[') return undefined;
  const from = start + 1 + name.length;
  const bracket = next.find(']', from);
  const other = next.find('[', from);
  if (bracket === -1 || (other !== -1 && other < bracket)) return undefined;
  const text = html.slice(from, bracket);
  return { name, attributes: readAttributes(text), end: bracket + 1, isClosed: text.endsWith('/') };
}

/** The first attribute of a name counts. */
function readAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', ...values] of text.matchAll(ATTRIBUTE)) {
    const value = values.join('');
    if (!attributes.has(name)) attributes.set(name, value.trim());
  }
  return attributes;
}
