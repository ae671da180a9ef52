import type { Caller } from '../http/caller.ts';
import { distinctTags } from '../text/tag.ts';

/** Tags that begin with `*` are visible only to administrators. */
export function isAdminTag(tag: string): boolean {
  return tag.trim().startsWith('*');
}

function isShared(tag: string): boolean {
  return !isAdminTag(tag);
}

export function tagsShownTo({ admin }: Caller, tags: readonly string[]): string[] {
  return admin ? [...tags] : tags.filter(isShared);
}

/** The tags after an edit. A caller without the administrator role neither adds nor removes administrators' tags. */
export function tagsSentBy(
  { admin }: Caller,
  sent: readonly string[],
  current: readonly string[] = [],
): string[] {
  if (admin) return distinctTags(sent);
  return [...distinctTags(sent.filter(isShared)), ...current.filter(isAdminTag)];
}
