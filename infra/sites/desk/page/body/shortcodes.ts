import { escapeValue } from '../../../../../shared/library/media/shortcode.ts';
import { escapeHtml } from '../../../../../shared/platform/text/html.ts';
import { decodeText } from './fragment.ts';
import { Tags } from './tags.ts';

/** The element as which the shortcode of a picture is parsed; its attribute `source` is the shortcode. */
export const SHORTCODE = 'x-shortcode';

/** Stricter than the service, which also reads shortcodes whose quotes don’t match: those stay text. */
const PICTURE = /\[media-image(?:\s|&nbsp;)+[0-9a-f]{32}(?![0-9a-z])(?:"[^"<>[]*"|[^"<>[\]])*\]/gi;
const WHOLE = new RegExp(`^${PICTURE.source}$`, 'i');
const ATTRIBUTE = /(?<![a-z0-9_-])([a-z][a-z0-9_-]*)=(?:"([^"]*)"|([^\s"]+))/gi;

/** Whether a text is the shortcode of a picture, and nothing else. */
export const isPictureShortcode = (text: string): boolean => WHOLE.test(text);

/** Writes the shortcodes of pictures within a figure as elements, which the parser makes pictures of. Other sources stay as they are. */
export function markShortcodes(html: string): string {
  if (!/^<figure[\s>]/i.test(html) || !/\[media-image/i.test(html)) return html;
  const tags = new Tags(html);
  let marked = '';
  let at = 0;
  for (let tag = tags.next(at); tag; tag = tags.next(at)) {
    marked += html.slice(at, tag.start).replace(PICTURE, toElement) + html.slice(tag.start, tag.end);
    at = tag.end;
  }
  return marked + html.slice(at).replace(PICTURE, toElement);
}

const toElement = (source: string): string => `<${SHORTCODE} source="${escapeHtml(source)}"></${SHORTCODE}>`;

/** The description that the shortcode has; undefined when it has none, and the picture’s own is shown. */
export function readAlt(shortcode: string): string | undefined {
  const found = [...listValues(shortcode).matchAll(ATTRIBUTE)].findLast(([, name]) => isAlt(name));
  return found && decodeText(found[2] ?? found[3] ?? '');
}

/** Writes the description into the shortcode. */
export function writeAlt(shortcode: string, alt: string): string {
  const written = `alt="${escapeValue(alt)}"`;
  const values = listValues(shortcode);
  if (readAlt(shortcode) === undefined) return `${values} ${written}]`;
  return `${values.replace(ATTRIBUTE, (attribute, name: string) => (isAlt(name) ? written : attribute))}]`;
}

const isAlt = (name: string | undefined): boolean => name?.toLowerCase() === 'alt';

/** The shortcode without its end. Some editors escape the quotes around values too. */
function listValues(shortcode: string): string {
  const values = shortcode.slice(0, -1);
  return values.includes('"') ? values : values.replaceAll('&quot;', '"');
}

/** The shortcode without what it says itself: what the service shows for it depends on the picture alone. */
export function toBare(shortcode: string): string {
  return `${shortcode.slice(0, shortcode.search(/[0-9a-f]{32}/i) + 32)}]`;
}
