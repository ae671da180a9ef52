import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nowMs } from '../../../../shared/platform/core/clock.ts';
import { CursorExpired } from '../../../../shared/platform/core/errors.ts';
import { putChange } from '../../../../shared/platform/store/change-entry.ts';
import * as Table from '../../../../shared/platform/store/port.ts';
import { Transaction } from '../../../../shared/platform/store/transaction.ts';
import { LOG } from '../../../../shared/posts/changes/log.ts';
import { numberChanges } from '../../../../shared/posts/changes/number.ts';
import { readFeed } from '../../../../shared/posts/changes/read.ts';
import { useEngines } from '../../../support/aws/engines.ts';
import { beforeFirst, dyingAfter, withFaults } from '../../../support/aws/faults.ts';
import { rounds } from '../../../support/run/rounds.ts';
import { allItems } from '../../../support/table/table.ts';
import { advanceClock, restoreClock, stopClock } from '../../../support/time/clock.ts';

useEngines();
afterEach(restoreClock);

const DAY_S = 86_400;

beforeEach(async () => {
  for (const { pk, sk } of await allItems()) await Table.delete({ Key: { pk, sk } });
});

/** A transaction of a change that has yet to commit. */
function prepare(id: number): Transaction {
  const transaction = new Transaction();
  putChange(transaction, { kind: 'tag', id, version: 1, state: null });
  return transaction;
}

async function change(...ids: number[]): Promise<void> {
  for (const id of ids) await prepare(id).commit();
}

/** Reads a feed as a client does. */
class Reader {
  since: string | undefined;
  readonly ids: number[] = [];

  /** @returns whether more is there */
  async read(limit = 100): Promise<boolean> {
    const since = this.since === undefined ? undefined : Number(this.since);
    const { changes, cursor, has_more } = await readFeed(LOG.all, { since, limit });
    this.since = cursor;
    this.ids.push(...changes.map(({ id }) => id));
    return has_more;
  }
}

async function startReader(): Promise<Reader> {
  const reader = new Reader();
  await reader.read();
  return reader;
}

describe('the feed of changes', () => {
  it('has changes in the order of their numbers, each once, and an empty part for a reader at its end', async () => {
    const reader = await startReader();
    await change(1, 2, 3);
    expect(await numberChanges()).toBe(3);

    expect(await reader.read(2)).toBe(true);
    expect(await reader.read(2)).toBe(false);
    const { since } = reader;
    expect(await reader.read()).toBe(false);
    expect(reader).toEqual({ since, ids: [1, 2, 3] });
  });

  it('shows a commit that is late by a minute to readers that have read what came after it', async () => {
    const reader = await startReader();
    const late = prepare(1);
    stopClock(60);
    await change(2);
    await numberChanges();
    await reader.read();
    await late.commit();
    await numberChanges();
    await reader.read();

    expect(reader.ids).toEqual([2, 1]);
  });

  it('has both of two changes of one millisecond, also when they are numbered in the same one', async () => {
    const reader = await startReader();
    stopClock();
    await change(1);
    await numberChanges();
    await change(2, 3);
    await numberChanges();
    await reader.read();

    expect(reader.ids).toEqual([1, 2, 3]);
  });

  it('keeps its numbers rising when the clock is set back', async () => {
    await change(1);
    await numberChanges();
    const reader = await startReader();
    stopClock(-3600);
    await change(2, 3);
    await numberChanges();
    await reader.read();

    expect(reader.ids).toEqual([2, 3]);
  });

  it('has each change once when a worker dies at any of its calls', async () => {
    const reader = await startReader();
    for (let calls = 0; calls < 4; calls++) {
      await change(calls);
      await withFaults(dyingAfter(calls), numberChanges).catch(() => undefined);
      await reader.read();
    }
    await numberChanges();
    await reader.read();

    expect(reader.ids.toSorted()).toEqual([0, 1, 2, 3]);
  });

  it.each(['BatchGetItemCommand', 'TransactWriteItemsCommand'])(
    'numbers each change once when another worker comes first, before its %s',
    async command => {
      const reader = await startReader();
      await change(1, 2);
      const others = async () => {
        await numberChanges();
        await change(3);
      };
      await withFaults(beforeFirst(command, others), numberChanges);
      await reader.read();

      expect(reader.ids).toEqual([1, 2, 3]);
    },
  );

  it('leaves what follows a missing group to the next request, and shows nothing twice', async () => {
    const reader = await startReader();
    await change(1);
    await numberChanges();
    await change(2);
    await numberChanges();
    const [hidden, shown] = (await allItems()).filter(({ pk, sk }) => pk === LOG.all && sk !== 'head');
    await Table.delete({ Key: { pk: shown?.pk, sk: shown?.sk } });
    expect(await reader.read()).toBe(true);
    await Table.put({ Item: { ...shown } });
    await Table.delete({ Key: { pk: hidden?.pk, sk: hidden?.sk } });
    expect(await reader.read()).toBe(false);

    expect(reader.ids).toEqual([1, 2]);
  });

  it('refuses a cursor whose next changes are older than a day, and accepts one that nothing has followed', async () => {
    const [old, present] = [await startReader(), new Reader()];
    await change(1);
    await numberChanges();
    await present.read();
    stopClock(DAY_S + 60);

    await expect(old.read()).rejects.toThrow(CursorExpired);
    expect(await present.read()).toBe(false);
    await change(2);
    await numberChanges();
    await present.read();
    expect(present.ids).toEqual([2]);
  });

  it('refuses a cursor behind its end, or one that it has not given', async () => {
    await change(1);
    await numberChanges();
    const restored = new Reader();
    restored.since = String(nowMs() + 1000);
    await expect(restored.read()).rejects.toThrow(CursorExpired);
    await change(2);
    await numberChanges();
    restored.since = '5';
    await expect(restored.read()).rejects.toThrow(CursorExpired);
  });
});

type Step =
  | { do: 'prepare' | 'number' | 'compete' | 'wait' }
  | { do: 'commit'; one: number }
  | { do: 'die'; calls: number }
  | { do: 'read'; reader: number; limit: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('prepare' as const, 'prepare' as const, 'number' as const) }),
  fc.record({ do: fc.constantFrom('compete' as const, 'wait' as const) }),
  fc.record({ do: fc.constant('commit' as const), one: fc.nat() }),
  fc.record({ do: fc.constant('die' as const), calls: fc.nat(2) }),
  fc.record({ do: fc.constant('read' as const), reader: fc.nat(2), limit: fc.integer({ min: 1, max: 4 }) }),
);

/** Changes that have yet to commit, those that have, and readers of different speeds. */
class World {
  readonly open: { id: number; transaction: Transaction }[] = [];
  readonly committed: number[] = [];
  readonly readers: readonly Reader[];
  #made = 0;

  constructor(readers: readonly Reader[]) {
    this.readers = readers;
  }

  async run(now: Step): Promise<void> {
    if (now.do === 'prepare') this.open.push({ id: ++this.#made, transaction: prepare(this.#made) });
    if (now.do === 'commit') await this.commit(now.one);
    if (now.do === 'number') await numberChanges();
    if (now.do === 'compete') await Promise.all([numberChanges(), numberChanges()]);
    if (now.do === 'die') await withFaults(dyingAfter(now.calls), numberChanges).catch(() => undefined);
    if (now.do === 'wait') advanceClock(60);
    if (now.do === 'read') await this.readers[now.reader]?.read(now.limit);
  }

  async commit(one: number): Promise<void> {
    const [next] = this.open.splice(one % Math.max(1, this.open.length), 1);
    if (!next) return;
    await next.transaction.commit();
    this.committed.push(next.id);
  }
}

describe('a reader of the feed', () => {
  it('has every committed change once, in the order of all readers, whatever commits, numbers and reads when', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async steps => {
        stopClock();
        const world = new World(await Promise.all([startReader(), startReader(), startReader()]));
        for (const one of steps) await world.run(one);
        await numberChanges();
        for (const reader of world.readers) while (await reader.read(3));

        const [first, ...others] = world.readers.map(({ ids }) => ids);
        expect(first?.toSorted((a, b) => a - b)).toEqual(world.committed.toSorted((a, b) => a - b));
        for (const other of others) expect(other).toEqual(first);
      }),
      { numRuns: rounds(15, 100) },
    );
  });
});
