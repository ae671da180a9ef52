import * as v from 'valibot';
import type { OutboxItem } from './outbox.ts';
import { stored } from './outbox.ts';
import { retryContended } from './retry.ts';
import { getItem, keyText, type Item, type Key } from './table.ts';
import { entryKey, type Entry } from './timeline.ts';
import { hasVersion, MAX_ACTIONS, Transaction } from './transaction.ts';

/**
 * A record's list entries are written in the record's transaction, which holds 100 actions; a post with 60 tags and 60 sections, or
 * an asset with a long description, has more. What doesn't fit is named by an outbox item in the same transaction and made true
 * right after it, by the request or by the worker if that dies: each named entry is put or deleted as the record *as it is then*
 * has it, under the record's version. So it is idempotent, and an edit that comes between can't be undone by it.
 */
const EntryKey = v.object({ pk: v.string(), sk: v.string() });
export const EntryKeys = v.array(EntryKey);

/** An item that is nothing but its key, or a list entry, that is to be there or not. */
export interface EntryChange {
  key: Key;
  present: boolean;
  /** See Entry. */
  weight?: number;
}

/** What differs between the entries of two states of a record; new entries first. */
export function changesBetween(before: readonly Entry[], after: readonly Entry[]): EntryChange[] {
  const [from, to] = [byKey(before), byKey(after)];
  const added = [...to].filter(([text, entry]) => !from.has(text) || from.get(text)?.weight !== entry.weight);
  const dropped = [...from].filter(([text]) => !to.has(text));
  return [
    ...added.map(([, entry]) => changeTo(entryKey(entry), entry)),
    ...dropped.map(([, entry]) => changeTo(entryKey(entry), undefined)),
  ];
}

function byKey(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map(entry => [keyText(entryKey(entry)), entry]));
}

/** `entry`: undefined when it must not be there. */
function changeTo(key: Key, entry: Entry | undefined): EntryChange {
  return entry?.weight === undefined
    ? { key, present: entry !== undefined }
    : { key, present: true, weight: entry.weight };
}

function make(transaction: Transaction, { key, present, weight }: EntryChange): void {
  if (present && weight !== undefined) transaction.put({ ...key, weight });
  else transaction.set(key, present);
}

/** As many changes as the transaction has room for. @returns the item that names the rest, if there is one: settle it after the commit */
export function putEntries(
  transaction: Transaction,
  changes: readonly EntryChange[],
  overflowItem: (keys: readonly Key[]) => OutboxItem,
): OutboxItem | null {
  // One action is left to the request's unit of work.
  const room = MAX_ACTIONS - 1 - transaction.size;
  const fitting = changes.length <= room ? changes : changes.slice(0, room - 1);
  for (const change of fitting) make(transaction, change);
  const rest = changes.slice(fitting.length).map(change => change.key);
  if (rest.length === 0) return null;
  const overflow = overflowItem(rest);
  transaction.put(stored(overflow));
  return overflow;
}

interface Owner {
  /** Of the record. */
  key: Key;
  /** The record's entries in the state it is in; the item is undefined when it is gone for good. */
  entriesOf: (item: Item | undefined) => readonly Entry[];
  /** What was to be deleted and is now left as it is, since others may have put it anew. */
  spared?: (item: Item | undefined) => readonly Key[];
}

/** Makes entries be as their record has them now: see above. */
export async function writeOverflowEntries(keys: readonly Key[], owner: Owner): Promise<void> {
  const step = MAX_ACTIONS - 1;
  for (let start = 0; start < keys.length; start += step) {
    await retryContended(() => settleSome(keys.slice(start, start + step), owner));
  }
}

const Versions = v.object({ version: v.number() });

async function settleSome(keys: readonly Key[], { key: recordKey, entriesOf, spared }: Owner): Promise<void> {
  const item = await getItem(recordKey, true);
  const wanted = byKey(entriesOf(item));
  const left = new Set(spared?.(item).map(keyText));
  const transaction = new Transaction();
  if (item) transaction.check(recordKey, hasVersion(v.parse(Versions, item).version));
  for (const key of keys)
    if (!left.has(keyText(key))) make(transaction, changeTo(key, wanted.get(keyText(key))));
  await transaction.commit();
}
