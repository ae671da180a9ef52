import slugify from '@sindresorhus/slugify';
import { Parser } from 'htmlparser2';

/** Cuts a text that exceeds a field's maximum length. */
export function truncate(most: number, text: string): string {
  return text.slice(0, most).toWellFormed();
}

/**
 * The text of an HTML fragment. WordPress stores titles and term names as HTML (`R&amp;D`, `<em>New</em>`), where the API expects
 * plain text.
 */
export function plainText(html: string): string {
  let text = '';
  const parser = new Parser({ ontext: piece => (text += piece) });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * A deterministic ASCII slug, so that a second run finds the records of the first one. Scripts without transliteration (such as
 * Chinese) become the hexadecimal digits of their bytes.
 */
export function toAsciiSlug(text: string): string {
  const slug = slugify(text, { decamelize: false });
  return slug || Buffer.from(text).toString('hex') || 'unnamed';
}

/** A distinct slug for each text: equal slugs get `-2`, `-3` in the given order. */
export function distinctSlugs(texts: Iterable<string>): Map<string, string> {
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  for (const text of texts) {
    const base = toAsciiSlug(text);
    let slug = base;
    for (let count = 2; taken.has(slug); count += 1) slug = `${base}-${count}`;
    taken.add(slug);
    slugs.set(text, slug);
  }
  return slugs;
}
