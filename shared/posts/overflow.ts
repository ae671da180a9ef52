import * as v from 'valibot';
import { outboxItem, type OutboxItem } from '../store/outbox.ts';
import { parseRecord } from '../store/record.ts';
import { retryContended } from '../store/retry.ts';
import { getItem, keyText, type Key } from '../store/table.ts';
import { entryKey } from '../store/timeline.ts';
import { hasVersion, MOST_ACTIONS, Transaction } from '../store/transaction.ts';
import { postKey, PostRecord } from './record.ts';
import { entriesOf } from './timelines.ts';

/**
 * A transaction holds 100 actions; a post with 60 tags and 60 sections has more entries. What doesn't fit is named by an outbox
 * item in the same transaction and made true right after it, by the request or by the worker if that dies: each named entry is
 * put or deleted as the record *as it is then* has it, under the record's version. So it is idempotent, and an edit that comes
 * between can't be undone by it.
 */
export const OVERFLOW = 'posts.entries';

const EntryKey = v.object({ pk: v.string(), sk: v.string() });
const Overflow = v.object({ id: v.number(), keys: v.array(EntryKey) });

export interface EntryChange {
  key: Key;
  present: boolean;
}

/** What differs between the entries of two states of a post; new entries first. */
export function entryChanges(current: PostRecord | null, next: PostRecord): EntryChange[] {
  const before = keysOf(current);
  const after = keysOf(next);
  const added = [...after].filter(([text]) => !before.has(text)).map(([, key]) => ({ key, present: true }));
  const dropped = [...before]
    .filter(([text]) => !after.has(text))
    .map(([, key]) => ({ key, present: false }));
  return [...added, ...dropped];
}

const keysOf = (post: PostRecord | null): Map<string, Key> =>
  new Map((post ? entriesOf(post) : []).map(entryKey).map(key => [keyText(key), key]));

export const overflowItem = (id: number, keys: readonly Key[]): OutboxItem =>
  outboxItem(OVERFLOW, { id, keys });

/** The job: see above. */
export async function settleEntries(job: unknown): Promise<undefined> {
  const { id, keys } = v.parse(Overflow, job);
  const step = MOST_ACTIONS - 1;
  for (let start = 0; start < keys.length; start += step) {
    await retryContended(() => settleSome(id, keys.slice(start, start + step)));
  }
}

async function settleSome(id: number, keys: readonly Key[]): Promise<void> {
  const item = await getItem(postKey(id), true);
  const record = item && parseRecord(PostRecord, item);
  const wanted = keysOf(record?.value ?? null);
  const transaction = new Transaction();
  if (record) transaction.check(postKey(id), hasVersion(record.version));
  for (const key of keys) transaction.set(key, wanted.has(keyText(key)));
  await transaction.commit();
}
