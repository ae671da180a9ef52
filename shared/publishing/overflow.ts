import * as v from 'valibot';
import { postKey, PostRecord } from '../posts/record.ts';
import { entriesOf } from '../posts/timelines.ts';
import { OVERFLOW } from '../store/job-kinds.ts';
import { outboxItem, type OutboxItem } from '../store/outbox-item.ts';
import {
  diffEntries,
  EntryKeys,
  writeOverflowEntries as writeEntries,
  type EntryChange,
} from '../store/overflow.ts';
import { parseRecord } from '../store/record.ts';
import type { Item, Key } from '../store/table.ts';
import { marksOf } from './order-cleanup.ts';

/** Writes the list entries that a post's transaction has no room for (store/overflow.ts). */

const Overflow = v.object({ id: v.number(), keys: EntryKeys });

/** The changes from the entries of a post's current state to those of the next; new entries first. `entries` may select some kinds. */
export function entryChanges(
  current: PostRecord | null,
  next: PostRecord,
  entries: typeof entriesOf = entriesOf,
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
    entriesOf: item => {
      const post = postIn(item);
      return post ? entriesOf(post) : [];
    },
    spared: item => marksOf(postIn(item)),
  });
}
