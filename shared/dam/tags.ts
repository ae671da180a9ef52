import type { Caller } from '../http/caller.ts';
import { distinctTags } from '../text/tag.ts';

/** "tags prefixed `*` are admin-only and hidden from non-admin keys" */
export const isAdminTag = (tag: string): boolean => tag.trim().startsWith('*');

const isShared = (tag: string): boolean => !isAdminTag(tag);

export const tagsShownTo = ({ admin }: Caller, tags: readonly string[]): string[] =>
  admin ? [...tags] : tags.filter(isShared);

/** The tags that result when these are sent: what the sender can't see is neither taken from it nor lost by it. */
export function tagsSentBy(
  { admin }: Caller,
  sent: readonly string[],
  current: readonly string[] = [],
): string[] {
  if (admin) return distinctTags(sent);
  return [...distinctTags(sent.filter(isShared)), ...current.filter(isAdminTag)];
}
