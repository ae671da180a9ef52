import * as v from 'valibot';
import { postKey, PostRecord } from '../posts/record.ts';
import { entriesOf } from '../posts/timelines.ts';
import { OVERFLOW } from '../store/job-kinds.ts';
import { outboxItem, type OutboxItem } from '../store/outbox.ts';
import {
  changesBetween,
  EntryKeys,
  writeOverflowEntries as settle,
  type EntryChange,
} from '../store/overflow.ts';
import { parseRecord } from '../store/record.ts';
import type { Item, Key } from '../store/table.ts';
import { marksOf } from './order-cleanup.ts';

/** What becomes of list entries that a post's transaction has no room for: store/overflow.ts. */

const Overflow = v.object({ id: v.number(), keys: EntryKeys });

/** What differs between the entries (all, or of some kind) of two states of a post; new entries first. */
export function entryChanges(
  current: PostRecord | null,
  next: PostRecord,
  entries: typeof entriesOf = entriesOf,
): EntryChange[] {
  return changesBetween(current ? entries(current) : [], entries(next));
}

export function overflowItem(id: number, keys: readonly Key[]): OutboxItem {
  return outboxItem(OVERFLOW, { id, keys });
}

/** The job: see above. What takes a post out of orders spares those of the sections that it is in again. */
export async function writeOverflowEntries(job: unknown): Promise<undefined> {
  const { id, keys } = v.parse(Overflow, job);
  const postIn = (item: Item | undefined) => (item ? parseRecord(PostRecord, item).value : null);
  await settle(keys, {
    key: postKey(id),
    entriesOf: item => {
      const post = postIn(item);
      return post ? entriesOf(post) : [];
    },
    spared: item => marksOf(postIn(item)),
  });
}
