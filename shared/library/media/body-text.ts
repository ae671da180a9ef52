import { TimedCache } from '../../platform/core/cache.ts';
import { extractText } from '../../platform/text/html.ts';
import { withoutShortcodes } from './expand.ts';

/** A save asks for the text of one body three times: to describe it, to count the changed words, and to index it. */
const texts = new TimedCache<string, string>(10_000, 100, 4 * 2 ** 20);

/** The visible text of a body, without its shortcodes. */
export function readBodyText(body: string): string {
  const known = texts.get(body);
  if (known !== undefined) return known;
  const text = extractText(withoutShortcodes(body));
  // Strings take at most two bytes a character.
  texts.set(body, text, 2 * (body.length + text.length));
  return text;
}
