/** What two tags are compared by: trimmed, case-insensitive. */
export function tagKey(tag: string): string {
  return tag.trim().normalize('NFC').toLowerCase();
}

/** Trimmed, without empties and without repetitions (case-insensitive); order kept. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags) {
    const key = tagKey(tag);
    if (key !== '' && !byKey.has(key)) byKey.set(key, tag.trim());
  }
  return [...byKey.values()];
}

/** Tags that begin with * or ~ are for the newsroom. */
export function isPublicTag(tag: string): boolean {
  return !/^\s*[*~]/.test(tag);
}
