import slugify from '@sindresorhus/slugify';

const MAX_LENGTH = 200;

/** ASCII-folded, in lower case, words joined by `-`, at most 200 characters; empty when no character can be converted. */
export function slugOf(text: string): string {
  // Cuts long input first: no part of a slug needs more source than this.
  const slug = slugify(text.slice(0, MAX_LENGTH * 4), { decamelize: false });
  return slug.slice(0, MAX_LENGTH).replace(/-+$/, '');
}
