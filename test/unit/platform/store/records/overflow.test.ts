import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outboxItem, toItem } from '../../../../../shared/platform/store/outbox/outbox-item.ts';
import {
  diffEntries,
  putEntries,
  writeOverflowEntries,
} from '../../../../../shared/platform/store/records/overflow.ts';
import { writeKeys } from '../../../../../shared/platform/store/batch.ts';
import { putItem } from '../../../../../shared/platform/store/put.ts';
import { type Item, type Key } from '../../../../../shared/platform/store/table.ts';
import { entryKey, type Entry } from '../../../../../shared/platform/store/timeline.ts';
import { Transaction } from '../../../../../shared/platform/store/transaction.ts';
import { advanceClock, restoreClock, stopClock } from '../../../../support/time/clock.ts';
import { useEngines } from '../../../../support/aws/engines.ts';
import { beforeFirst, withFaults } from '../../../../support/aws/faults.ts';
import { Hostility } from '../../../../support/aws/hostility.ts';
import { allItems } from '../../../../support/table/table.ts';

// A read of the record that does not ask for consistency misses its last write.
useEngines({ viewStale: new Hostility(1, { stale: 1 }).viewStale });

const RECORD = { pk: 'RECORD#1', sk: 'record' };

/** Every item, when all copies of the table have what was written. */
function settledItems(): Promise<Item[]> {
  advanceClock(2);
  return allItems();
}

beforeEach(async () => {
  stopClock();
  const keys = (await settledItems()).map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
  await writeKeys(keys, false, Infinity);
});
afterEach(restoreClock);

function entry(timeline: string, weight?: number): Entry {
  return { timeline, ts: 5, id: 1, ...(weight !== undefined && { weight }) };
}

function entries(count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => entry(`t${index}`));
}

function toKeys(list: readonly Entry[]): Key[] {
  return list.map(entryKey);
}

/** The timelines of the entries that the table has, and their weights. */
async function stored(): Promise<string[]> {
  const items = (await settledItems()).filter(({ pk }) => String(pk).startsWith('T#'));
  return items
    .map(({ pk, weight }) => `${String(pk).slice(2)}${typeof weight === 'number' ? ` ${weight}` : ''}`)
    .sort();
}

function timelines(list: readonly Entry[]): string[] {
  return list.map(({ timeline }) => timeline).sort();
}

describe('diffEntries()', () => {
  it('returns new entries, then those that must not exist any more', () => {
    expect(diffEntries([entry('a'), entry('b')], [entry('b'), entry('c')])).toEqual([
      { key: entryKey(entry('c')), present: true },
      { key: entryKey(entry('a')), present: false },
    ]);
  });

  it('returns entries whose weight has changed', () => {
    const [before, after] = [
      [entry('a', 1), entry('b', 2), entry('c')],
      [entry('a', 3), entry('b', 2), entry('c', 0)],
    ];
    expect(diffEntries(before, after)).toEqual([
      { key: entryKey(entry('a')), present: true, weight: 3 },
      { key: entryKey(entry('c')), present: true, weight: 0 },
    ]);
  });
});

describe('putEntries()', () => {
  const put = async (changes: ReturnType<typeof diffEntries>) => {
    const rest: Key[] = [];
    const transaction = new Transaction().put(RECORD);
    const overflow = putEntries(transaction, changes, keys => {
      rest.push(...keys);
      return outboxItem('kind', { keys });
    });
    await transaction.commit();
    return { overflow, rest, size: transaction.size };
  };

  it('puts all entries when they leave one action to the claim of the request', async () => {
    const { overflow, size } = await put(diffEntries([], entries(98)));
    expect([overflow, size]).toEqual([null, 99]);
    expect(await stored()).toEqual(timelines(entries(98)));
  });

  it('puts the keys of the entries that do not fit into an outbox item', async () => {
    const { overflow, rest, size } = await put(diffEntries([], entries(99)));
    expect(size).toBe(99);
    expect(rest).toEqual(toKeys(entries(99).slice(97)));
    expect(await stored()).toEqual(timelines(entries(97)));
    expect(overflow?.kind).toBe('kind');
    expect(await settledItems()).toContainEqual(toItem(overflow!));
  });

  it('puts entries with their weights, and deletes those that must not exist any more', async () => {
    await put(diffEntries([], [entry('a', 1), entry('b')]));
    await put(diffEntries([entry('a', 1), entry('b')], [entry('a', 2)]));
    expect(await stored()).toEqual(['a 2']);
  });
});

describe('writeOverflowEntries()', () => {
  const isTagged = (item: Item | undefined) => item?.isTagged === true;
  const owner = {
    key: RECORD,
    toEntries: (item: Item | undefined) => (isTagged(item) ? [entry('a', 4), entry('b')] : []),
  };
  const keys = toKeys([entry('a'), entry('b'), entry('c')]);
  const write = (version: number, tagged: boolean) => putItem({ ...RECORD, version, isTagged: tagged });

  it('puts and deletes entries as the record requires now', async () => {
    await putItem({ ...entryKey(entry('c')) });
    await write(1, false);
    await write(2, true);
    await writeOverflowEntries(keys, owner);
    expect(await stored()).toEqual(['a 4', 'b']);
  });

  it('deletes the entries of a deleted record, except those that another request may have put again', async () => {
    for (const key of keys) await putItem({ ...key });
    const spared = (item: Item | undefined) => (item ? [] : keys.slice(1));
    await writeOverflowEntries(keys, { ...owner, spared });
    expect(await stored()).toEqual(['b', 'c']);
  });

  it('writes more entries than fit one transaction with the check of the record', async () => {
    await write(1, true);
    await writeOverflowEntries(toKeys(entries(200)), { ...owner, toEntries: () => entries(199) });
    expect(await stored()).toEqual(timelines(entries(199)));
  });

  it('follows an edit that comes between its read and its write', async () => {
    await write(1, true);
    const edit = beforeFirst('TransactWriteItemsCommand', () => write(2, false));
    await withFaults(edit, () => writeOverflowEntries(keys, owner));
    expect(await stored()).toEqual([]);
  });
});
