/**
 * WordPress's shortcodes that an import has left in a text, because they enclose no picture, name no file, or name files that were not
 * imported. Words in brackets, such as `[audio recording]`, are none, and those in doubled brackets are escaped.
 */
const LEFT =
  /(?<!\[)\[(?:audio\s+(https?:\/\/[^\s\][<>"'|]{1,2000})[^\][<>]{0,500}|\/?(?:(?:wp_)?caption|playlist)(?:\s[^\][<>=]{1,50}=[^\][<>]{0,2000})?)\](?!\])/g;

/**
 * Shortcodes of media that are gone or in the trash: the API leaves them as they are. A text here is without tags, so the site needs no parser of
 * HTML for them, which shared/library/media/shortcode.ts would add to its bundle.
 */
const GONE = /\[media-(?:image|asset|document-[a-z0-9]{1,10})\s+[0-9a-f]{32}(?![0-9a-z])[^\][<>]*\]/gi;

/** Shows a sound by a player, and takes the others out of a text of safe HTML. */
export function replaceLeftShortcodes(text: string): string {
  if (!text.includes('[')) return text;
  return text
    .replace(GONE, '')
    .replace(LEFT, (_, sound?: string) =>
      sound === undefined ? '' : `<audio controls preload="none" src="${sound}"></audio>`,
    );
}
