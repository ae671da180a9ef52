import { findShortcodes, type Shortcode } from './shortcode.ts';

/** What all expansions together may add to a text. */
const MAX_ADDED_BYTES = 2 * 2 ** 20;

/**
 * A text with its shortcodes expanded to what `htmlOf` tells, as many as there is room for. All else, and those of which it tells
 * nothing, stay as they are.
 */
export function expand(
  text: string,
  shortcodes: readonly Shortcode[],
  htmlOf: (shortcode: Shortcode) => string | undefined,
): string {
  const parts: string[] = [];
  let done = 0;
  let room = MAX_ADDED_BYTES;
  for (const shortcode of shortcodes) {
    const html = htmlOf(shortcode);
    if (html === undefined || html.length > room) continue;
    room -= html.length;
    parts.push(text.slice(done, shortcode.start), shortcode.inLink ? withoutLink(html) : html);
    done = shortcode.end;
  }
  return [...parts, text.slice(done)].join('');
}

/** A link within a link would end it. There the medium's own is left out; still an element, which no text before it can run into. */
function withoutLink(html: string): string {
  return html.replace(/^<a [^>]*>(.*)<\/a>$/s, '<span>$1</span>');
}

/** What there is to read in a body: of a medium that is to stand in it, nothing. */
export function withoutShortcodes(html: string): string {
  return expand(html, findShortcodes(html), () => ' ');
}
