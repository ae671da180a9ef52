import { isBlank } from '../values/blank.ts';

/** The form in which tags are compared: trimmed and case-insensitive. */
export function tagKey(tag: string): string {
  return tag.trim().normalize('NFC').toLowerCase();
}

/** The one path of a tag's page on the site: posts may write the tag in several ways. */
export function toTagPath(tag: string): string {
  return `/tags/${encodeURIComponent(tagKey(tag))}`;
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
  return !/^\s*[*~]/.test(tag);
}
