import { markKey } from '../order/record.ts';
import type { EntryChange } from './overflow.ts';
import { sectionsOf, type PostRecord } from './record.ts';

/**
 * What takes a post out of the editorial order of every section that it leaves: by being removed or unpublished, by an edit, or
 * by a section's change. Why it need not know whether it is curated there: order/record.ts.
 * Put before all other changes, so that it is never these that wait for the overflow (unless some ninety sections are left at
 * once): done later, they could take out a post that is back and curated anew.
 */
export function leavingOrders(current: PostRecord | null, next: PostRecord): EntryChange[] {
  const stays = new Set(listedIn(next));
  const left = listedIn(current).filter(section => !stays.has(section));
  return left.map(section => ({ key: markKey(section, next.id), present: false }));
}

const listedIn = (post: PostRecord | null): number[] =>
  post?.status === 'published' ? sectionsOf(post) : [];
