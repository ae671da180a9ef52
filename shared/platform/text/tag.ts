import { isBlank } from '../values/blank.ts';

/**
 * The form in which tags are compared: trimmed and case-insensitive. It is normalized again in lower case, because some capitals have two
 * accents that are composed only in the small letter. So the key of a key is the key itself.
 */
export function tagKey(tag: string): string {
  return tag.trim().normalize('NFC').toLowerCase().normalize('NFC');
}

/**
 * The path of a tag's page on the site, the same for all spellings of the tag. Pages are found with and without a slash at the end, so the
 * path of a tag that ends with a slash has a second one. Browsers remove `.` and `..` from addresses, even percent-encoded, so such tags
 * have no page.
 */
export function toTagPath(tag: string): string | undefined {
  const key = tagKey(tag);
  if (key === '.' || key === '..') return undefined;
  return `/tags/${encodeURIComponent(key)}${key.endsWith('/') ? '/' : ''}`;
}

/** Trims tags and removes blank and repeated ones (case-insensitive); keeps the order. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const key = tagKey(tag);
    if (!isBlank(tag) && !byKey.has(key)) byKey.set(key, tag.trim());
  }
  return [...byKey.values()];
}

/** Tags that begin with * or ~ are visible to the newsroom only. */
export function isPublicTag(tag: string): boolean {
  return !/^[*~]/.test(toShown(tag));
}

/** Tags of assets that begin with * are visible to administrators only. */
export function isAdminTag(tag: string): boolean {
  return toShown(tag).startsWith('*');
}

/** The tag from its first visible character on: texts of right-to-left languages often begin with invisible marks of direction. */
function toShown(tag: string): string {
  return tag.replace(/^[\s\p{Default_Ignorable_Code_Point}]+/u, '');
}
