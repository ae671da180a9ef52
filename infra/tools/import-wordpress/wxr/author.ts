import { childText, type XmlElement } from './element.ts';
import type { WxrAuthor } from './records.ts';

/** Converts a `wp:author` element. */
export function toAuthor(element: XmlElement): WxrAuthor {
  return {
    login: childText(element, 'wp:author_login'),
    email: childText(element, 'wp:author_email'),
    displayName: childText(element, 'wp:author_display_name'),
    firstName: childText(element, 'wp:author_first_name'),
    lastName: childText(element, 'wp:author_last_name'),
  };
}
