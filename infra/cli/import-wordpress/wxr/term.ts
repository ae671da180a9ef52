import { decodeIfValid } from '../../../../shared/platform/text/percent.ts';
import { childText, type XmlElement } from './element.ts';
import type { WxrTerm, WxrTermReference } from './records.ts';

/** Converts `wp:category`, `wp:tag` or the generic `wp:term` to a term with its taxonomy; undefined for other elements. */
export function toTerm(element: XmlElement): { taxonomy: string; term: WxrTerm } | undefined {
  switch (element.name) {
    case 'wp:category':
      return { taxonomy: 'category', term: readTerm(element, 'category_nicename', 'cat_name', 'category') };
    case 'wp:tag':
      return { taxonomy: 'post_tag', term: readTerm(element, 'tag_slug', 'tag_name', 'tag') };
    case 'wp:term':
      return {
        taxonomy: childText(element, 'wp:term_taxonomy'),
        term: readTerm(element, 'term_slug', 'term_name', 'term'),
      };
    default:
      return undefined;
  }
}

/** WordPress stores non-Latin slugs percent-encoded. */
function readTerm(element: XmlElement, nicename: string, name: string, prefix: string): WxrTerm {
  return {
    nicename: decodeIfValid(childText(element, `wp:${nicename}`)),
    name: childText(element, `wp:${name}`),
    parent: decodeIfValid(childText(element, `wp:${prefix}_parent`)),
    description: childText(element, `wp:${prefix}_description`),
  };
}

/** Converts a `category` element of an item; undefined for the nameless duplicates in old exports. */
export function toTermReference(element: XmlElement): WxrTermReference | undefined {
  const { domain, nicename } = element.attributes;
  if (!domain || !nicename) return undefined;
  return {
    taxonomy: domain === 'tag' ? 'post_tag' : domain,
    nicename: decodeIfValid(nicename),
    name: element.text.trim(),
  };
}
