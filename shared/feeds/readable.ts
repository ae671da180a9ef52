import { replaceEmbeds } from '../library/media/embed-shortcode.ts';
import { withoutShortcodes } from '../library/media/expand.ts';
import { forEachSegment } from '../platform/text/segments.ts';

/**
 * Safe HTML for feed readers, which know no shortcodes: a link takes the place of an embed, and media that are gone or in the trash, whose
 * shortcodes are left, are not shown.
 */
export function toReadable(html: string): string {
  return html.includes('[') ? linkEmbeds(withoutShortcodes(html)) : html;
}

function linkEmbeds(html: string): string {
  const parts: string[] = [];
  let done = 0;
  forEachSegment(html, ({ start, end, inLink }) => {
    const link = (address: string): string => (inLink ? address : `<a href="${address}">${address}</a>`);
    parts.push(html.slice(done, start), replaceEmbeds(html.slice(start, end), link));
    done = end;
  });
  return [...parts, html.slice(done)].join('');
}
