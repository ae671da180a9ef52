import { GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { outboxItem } from '../../../shared/store/outbox-item.ts';
import { diffEntries, putEntries, writeOverflowEntries } from '../../../shared/store/overflow.ts';
import { Contention } from '../../../shared/store/retry.ts';
import type { Item, Key } from '../../../shared/store/table.ts';
import { entryKey, type Entry } from '../../../shared/store/timeline.ts';
import { Transaction } from '../../../shared/store/transaction.ts';
import { mockDatabase } from '../../support/mock-database.ts';

const table = mockDatabase();

function entry(timeline: string, weight?: number): Entry {
  return { timeline, ts: 5, id: 1, ...(weight !== undefined && { weight }) };
}

function entries(count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => entry(`t${index}`));
}

function keysOf(list: readonly Entry[]): Key[] {
  return list.map(entryKey);
}

/** The transactions' actions: the verb, the timeline and the weight. */
function written(): string[][] {
  return table.commandCalls(TransactWriteCommand).map(call =>
    call.args[0].input.TransactItems!.map(({ Put, Delete, ConditionCheck }) => {
      const weight = Put?.Item?.weight === undefined ? '' : ` ${String(Put.Item.weight)}`;
      if (ConditionCheck) return `check ${String(ConditionCheck.ExpressionAttributeValues![':version'])}`;
      return Put ? `put ${String(Put.Item!.pk)}${weight}` : `delete ${String(Delete!.Key!.pk)}`;
    }),
  );
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
  const put = async (count: number) => {
    let rest: readonly Key[] = [];
    const transaction = new Transaction().put({ pk: 'record', sk: 's' });
    const overflow = putEntries(transaction, diffEntries([], entries(count)), keys => {
      rest = keys;
      return outboxItem('kind', { keys });
    });
    await transaction.commit();
    return { overflow, rest, actions: written()[0]! };
  };

  it('puts all entries when they leave one action to the claim of the request', async () => {
    const { overflow, actions } = await put(98);
    expect(overflow).toBeNull();
    expect(actions).toHaveLength(99);
  });

  it('puts the keys of the entries that do not fit into an outbox item', async () => {
    const { overflow, rest, actions } = await put(99);
    expect(rest).toEqual(keysOf(entries(99).slice(97)));
    expect(overflow?.kind).toBe('kind');
    expect([actions.length, actions[98]]).toEqual([99, 'put OUTBOX']);
  });
});

describe('writeOverflowEntries()', () => {
  const owner = {
    key: { pk: 'record', sk: 's' },
    entriesOf: (item?: Item) => (item ? [entry('a', 4), entry('b')] : []),
  };
  const keys = keysOf([entry('a'), entry('b'), entry('c')]);

  it('puts and deletes entries as the record requires, under its version', async () => {
    table.on(GetCommand).resolves({ Item: { version: 3 } });
    await writeOverflowEntries(keys, owner);
    expect(written()).toEqual([['check 3', 'put T#a 4', 'put T#b', 'delete T#c']]);
    expect(table.commandCalls(GetCommand)[0]!.args[0].input).toMatchObject({
      Key: owner.key,
      ConsistentRead: true,
    });
  });

  it('deletes the entries of a deleted record, except those that another request may have put again', async () => {
    table.on(GetCommand).resolves({});
    await writeOverflowEntries(keys, { ...owner, spared: item => (item ? [] : keys.slice(1)) });
    expect(written()).toEqual([['delete T#a']]);
  });

  it('writes 99 entries and a check per transaction', async () => {
    table.on(GetCommand).resolves({ Item: { version: 3 } });
    await writeOverflowEntries(keysOf(entries(100)), owner);
    expect(written().map(actions => actions.length)).toEqual([100, 2]);
    expect(written()[1]).toEqual(['check 3', 'delete T#t99']);
  });

  it('reads the record again when it has changed', async () => {
    table
      .on(GetCommand)
      .resolvesOnce({ Item: { version: 3 } })
      .resolves({});
    table.on(TransactWriteCommand).rejectsOnce(new Contention('lost')).resolves({});
    await writeOverflowEntries(keys.slice(0, 1), owner);
    expect(written()).toEqual([['check 3', 'put T#a 4'], ['delete T#a']]);
  });
});
