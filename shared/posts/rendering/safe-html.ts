import { hash, randomBytes } from 'node:crypto';
import { site } from '../../platform/site/site.ts';
import { findShortcodes, type Shortcode } from '../../library/media/shortcode.ts';
import { sanitize } from './sanitize.ts';

/** The place of a media shortcode in a text, and what its expansion depends on. */
export interface Place extends Pick<Shortcode, 'start' | 'end' | 'kind' | 'id' | 'inLink'> {
  alt?: string | undefined;
}

/** A text with the media shortcodes in it, which are expanded whenever it is shown: media change independently of it. */
export interface MarkedText {
  html: string;
  shortcodes: readonly Place[];
}

/** The sanitizer and the version of its rules, which a test compares with the code: stored forms of another version are made again. */
export const SANITIZER = 'sanitize-html 2.18.1, htmlparser2 12.0.0, rules 2';

/** All that the safe form of a text depends on, apart from the text. */
export function currentRules(): string {
  return [SANITIZER, ...site().embeds].join('\n');
}

/**
 * Marks the content of this version as its own safe form under the current rules. The mark is in the record; an earlier release that changes
 * the content leaves it there, so it names the content's version.
 */
export function safeMark(contentVersion: number): string {
  return `${contentVersion} ${hash('sha256', currentRules(), 'base64url').slice(0, 8)}`;
}

/** Whether a text is its own safe form: it has no markup and no shortcodes. */
export function isPlain(text: string): boolean {
  return !/[<>&\0]|\[media-/i.test(text);
}

export function markShortcodes(html: string): MarkedText {
  return { html, shortcodes: findShortcodes(html).map(toPlace) };
}

function toPlace({ start, end, kind, id, inLink, attributes }: Shortcode): Place {
  const alt = attributes.get('alt');
  return { start, end, kind, id, inLink, ...(alt !== undefined && { alt }) };
}

/**
 * Makes a text safe and finds its shortcodes in the safe form. The sanitizer gets a word that no author can know in the place of each
 * shortcode: where it keeps the word, a medium may stand. The media's own HTML is generated and escaped, so it needs no sanitizer.
 */
export function makeSafe(source: string): MarkedText {
  if (isPlain(source)) return { html: source, shortcodes: [] };
  const { shortcodes } = markShortcodes(source);
  if (shortcodes.length === 0) return { html: sanitize(source, site().embeds), shortcodes };
  const word = `m${randomBytes(16).toString('hex')}m`;
  const parts: string[] = [];
  let done = 0;
  for (const [index, { start, end }] of shortcodes.entries()) {
    parts.push(source.slice(done, start), `${word}${index}x`);
    done = end;
  }
  const safe = sanitize([...parts, source.slice(done)].join(''), site().embeds);
  return restoreShortcodes(safe, word, source, shortcodes);
}

function restoreShortcodes(
  safe: string,
  word: string,
  source: string,
  shortcodes: readonly Place[],
): MarkedText {
  const parts: string[] = [];
  const places: Place[] = [];
  let length = 0;
  const add = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  let done = 0;
  for (const match of safe.matchAll(new RegExp(`${word}(\\d+)x`, 'g'))) {
    const shortcode = shortcodes[Number(match[1])];
    if (!shortcode) continue;
    add(safe.slice(done, match.index));
    const start = length;
    add(withoutTags(source.slice(shortcode.start, shortcode.end)));
    places.push({ ...shortcode, start, end: length });
    done = match.index + match[0].length;
  }
  add(safe.slice(done));
  return { html: parts.join(''), shortcodes: places };
}

/** The text of a shortcode, in which `<` and `>` can only be text. */
function withoutTags(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
