import { findShortcodes, type Shortcode } from './shortcode.ts';

/** Limits how much all expansions together add to a text. */
const MAX_ADDED_BYTES = 2 * 2 ** 20;

/**
 * Replaces shortcodes by the HTML that `renderShortcode` returns, as long as it fits the limit. Shortcodes for which it returns undefined stay.
 */
export function expand<S extends Pick<Shortcode, 'start' | 'end' | 'inLink'>>(
  text: string,
  shortcodes: readonly S[],
  renderShortcode: (shortcode: S) => string | undefined,
): string {
  const parts: string[] = [];
  let done = 0;
  let room = MAX_ADDED_BYTES;
  for (const shortcode of shortcodes) {
    const html = renderShortcode(shortcode);
    if (html === undefined || html.length > room) continue;
    room -= html.length;
    parts.push(text.slice(done, shortcode.start), shortcode.inLink ? withoutLink(html) : html);
    done = shortcode.end;
  }
  return [...parts, text.slice(done)].join('');
}

/** Replaces a medium's own link by a span, because a link inside a link would end it. */
function withoutLink(html: string): string {
  return html.replace(/^<a [^>]*>(.*)<\/a>$/s, '<span>$1</span>');
}

/** A body without its shortcodes, for reading and searching. */
export function withoutShortcodes(html: string): string {
  return expand(html, findShortcodes(html), () => ' ');
}
