import slugify from '@sindresorhus/slugify';

const MAX_LENGTH = 200;

/** ASCII-folded, lower case, words joined by `-`, at most 200 characters; "" when nothing of the text can be written so. */
export function slugOf(text: string): string {
  // Long input is cut before the work: no slug needs more than a few characters of source each.
  const slug = slugify(text.slice(0, MAX_LENGTH * 4), { decamelize: false });
  return slug.slice(0, MAX_LENGTH).replace(/-+$/, '');
}
