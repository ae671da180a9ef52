import * as v from 'valibot';
import { markKey } from '../../taxonomy/sections/record.ts';
import { listPostSections, PostRecord, postKey } from './record.ts';
import { toPostEntries } from './timelines.ts';
import { OVERFLOW, outboxItem, type OutboxItem } from '../../platform/store/outbox/outbox-item.ts';
import {
  diffEntries,
  EntryKeys,
  writeOverflowEntries as writeEntries,
  type EntryChange,
} from '../../platform/store/records/overflow.ts';
import { parseRecord } from '../../platform/store/records/record.ts';
import type { Key, Item } from '../../platform/store/table.ts';

/** Writes the list entries that a post's transaction has no room for (platform/store/records/overflow.ts). */

const Overflow = v.object({ id: v.number(), keys: EntryKeys });

/** The changes from the entries of a post's current state to those of the next; new entries first. `entries` may select some kinds. */
export function entryChanges(
  current: PostRecord | null,
  next: PostRecord,
  entries: typeof toPostEntries = toPostEntries,
): EntryChange[] {
  return diffEntries(current ? entries(current) : [], entries(next));
}

export function overflowItem(id: number, keys: readonly Key[]): OutboxItem {
  return outboxItem(OVERFLOW, { id, keys });
}

/** Runs the overflow job. It keeps marks in the editorial orders of sections that the post is in again. */
export async function writeOverflowEntries(job: unknown): Promise<undefined> {
  const { id, keys } = v.parse(Overflow, job);
  const postIn = (item: Item | undefined) => (item ? parseRecord(PostRecord, item).value : null);
  await writeEntries(keys, {
    key: postKey(id),
    toEntries: item => {
      const post = postIn(item);
      return post ? toPostEntries(post) : [];
    },
    spared: item => listMarkKeys(postIn(item)),
  });
}

/**
 * Deletions that take a post out of the editorial order of every section that it leaves: when it is removed, unpublished or edited, or
 * when a section changes. posts/order/record.ts says why they need not know whether the post is in the order.
 * They go into the transaction before all other entries except the badges', so they reach the overflow only when a post leaves some
 * ninety sections at once, or thirty while all its badges change. The overflow keeps the marks of sections that the post is in
 * again: it may be in their new order. A post that comes back before its mark is deleted keeps its position in the order.
 */
export function marksToRemove(current: PostRecord | null, next: PostRecord): EntryChange[] {
  const stays = new Set(listedIn(next));
  const left = listedIn(current).filter(section => !stays.has(section));
  return left.map(section => ({ key: markKey(section, next.id), present: false }));
}

/** The keys of all marks that a post may have. */
function listMarkKeys(post: PostRecord | null): Key[] {
  return post ? listedIn(post).map(section => markKey(section, post.id)) : [];
}

function listedIn(post: PostRecord | null): number[] {
  return post?.status === 'published' ? listPostSections(post) : [];
}
