import type { Caller } from '../http/caller.ts';
import { distinctTags } from '../text/tag.ts';

/** "tags prefixed `*` are admin-only and hidden from non-admin keys" */
export function isAdminTag(tag: string): boolean {
  return tag.trim().startsWith('*');
}

function isShared(tag: string): boolean {
  return !isAdminTag(tag);
}

export function tagsShownTo({ admin }: Caller, tags: readonly string[]): string[] {
  return admin ? [...tags] : tags.filter(isShared);
}

/** The tags that result when these are sent: what the sender can't see is neither taken from it nor lost by it. */
export function tagsSentBy(
  { admin }: Caller,
  sent: readonly string[],
  current: readonly string[] = [],
): string[] {
  if (admin) return distinctTags(sent);
  return [...distinctTags(sent.filter(isShared)), ...current.filter(isAdminTag)];
}
