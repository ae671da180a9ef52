import * as v from 'valibot';
import type { AnyEntity, HasId } from './entity.ts';
import type { OutboxItem } from '../outbox/outbox-item.ts';
import { toItem } from '../outbox/outbox-item.ts';
import { retryContended } from '../retry.ts';
import { getItem, keyText, type Item, type Key } from '../table.ts';
import { entryKey, type Entry } from '../timeline.ts';
import { hasVersion } from '../condition.ts';
import { MAX_ACTIONS, Transaction } from '../transaction.ts';

/**
 * A record's list entries are written in its transaction, which is limited to 100 actions; a post with 60 tags and 60 sections, or an asset
 * with a long description, has more entries. An outbox item of the same transaction holds the keys of the remaining entries, and the
 * request, or the outbox worker after it, writes them: it puts or deletes each entry as the *current* record requires, under the record's
 * version. That is idempotent, and can't undo a later edit.
 */
const EntryKey = v.object({ pk: v.string(), sk: v.string() });
export const EntryKeys = v.array(EntryKey);

/** Whether an item that consists of its key, or a list entry, must exist. */
export interface EntryChange {
  key: Key;
  present: boolean;
  /** The weight of the entry, as in `Entry`. */
  weight?: number;
}

/** The changes from the entries of one state of a record to those of another; new entries first. */
export function diffEntries(before: readonly Entry[], after: readonly Entry[]): EntryChange[] {
  const [from, to] = [indexByKey(before), indexByKey(after)];
  const added = [...to].filter(([text, entry]) => !from.has(text) || from.get(text)?.weight !== entry.weight);
  const dropped = [...from].filter(([text]) => !to.has(text));
  return [
    ...added.map(([, entry]) => changeTo(entryKey(entry), entry)),
    ...dropped.map(([, entry]) => changeTo(entryKey(entry), undefined)),
  ];
}

/** Like `diffEntries`, for all entries of a record; undefined before it is created and after it is deleted. */
export function diffRecords<T extends HasId>(
  entity: AnyEntity<T>,
  before: T | undefined,
  after: T | undefined,
): EntryChange[] {
  return diffEntries(before ? entity.toEntries(before) : [], after ? entity.toEntries(after) : []);
}

function indexByKey(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map(entry => [keyText(entryKey(entry)), entry]));
}

/** Makes the change that puts `entry`, or deletes it when `entry` is undefined. */
function changeTo(key: Key, entry: Entry | undefined): EntryChange {
  return entry?.weight === undefined
    ? { key, present: entry !== undefined }
    : { key, present: true, weight: entry.weight };
}

export function applyChange(transaction: Transaction, { key, present, weight }: EntryChange): void {
  if (present && weight !== undefined) transaction.put({ ...key, weight });
  else transaction.set(key, present);
}

/** Adds as many changes as the transaction has room for. @returns the outbox item with the rest, if any, to process after the commit */
export function putEntries(
  transaction: Transaction,
  changes: readonly EntryChange[],
  overflowItem: (keys: readonly Key[]) => OutboxItem,
): OutboxItem | null {
  // One action is left to the claim of the request.
  const room = MAX_ACTIONS - 1 - transaction.size;
  const fitting = changes.length <= room ? changes : changes.slice(0, room - 1);
  for (const change of fitting) applyChange(transaction, change);
  const rest = changes.slice(fitting.length).map(change => change.key);
  if (rest.length === 0) return null;
  const overflow = overflowItem(rest);
  transaction.put(toItem(overflow));
  return overflow;
}

interface Owner {
  /** The record's key. */
  key: Key;
  /** The entries that the record requires; the item is undefined when the record was deleted. */
  toEntries: (item: Item | undefined) => readonly Entry[];
  /** Keys that must not be deleted because another request may have put them again. */
  spared?: (item: Item | undefined) => readonly Key[];
}

/** Puts or deletes entries as their record requires now, as described above. */
export async function writeOverflowEntries(keys: readonly Key[], owner: Owner): Promise<void> {
  const step = MAX_ACTIONS - 1;
  for (let start = 0; start < keys.length; start += step) {
    await retryContended(() => writeSomeEntries(keys.slice(start, start + step), owner));
  }
}

const Overflow = v.object({ id: v.number(), keys: EntryKeys });

/** Runs the job that writes those entries of an entity's record that did not fit into its transaction. `spare` is `Owner.spared`. */
export async function writeOverflow<T extends HasId>(
  entity: AnyEntity<T>,
  job: unknown,
  spare: (record: T) => readonly Key[] = () => [],
): Promise<undefined> {
  const { id, keys } = v.parse(Overflow, job);
  const toRecord = (item: Item | undefined): T[] => (item ? [entity.parse(item).value] : []);
  await writeOverflowEntries(keys, {
    key: entity.key(id),
    toEntries: item => toRecord(item).flatMap(record => entity.toEntries(record)),
    spared: item => toRecord(item).flatMap(spare),
  });
}

const Versions = v.object({ version: v.number() });

async function writeSomeEntries(
  keys: readonly Key[],
  { key: recordKey, toEntries, spared }: Owner,
): Promise<void> {
  const item = await getItem(recordKey, { consistent: true });
  const wanted = indexByKey(toEntries(item));
  const left = new Set(spared?.(item).map(keyText));
  const transaction = new Transaction();
  if (item) transaction.check(recordKey, hasVersion(v.parse(Versions, item).version));
  for (const key of keys)
    if (!left.has(keyText(key))) applyChange(transaction, changeTo(key, wanted.get(keyText(key))));
  await transaction.commit();
}
