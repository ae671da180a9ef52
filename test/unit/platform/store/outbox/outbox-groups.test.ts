import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { outboxItem, toItem } from '../../../../../shared/platform/store/outbox/outbox-item.ts';
import { dueItems, leaseAll, processItems } from '../../../../../shared/platform/store/outbox/outbox.ts';
import type { OutboxItem } from '../../../../../shared/platform/store/outbox/outbox-item.ts';
import { Transaction } from '../../../../../shared/platform/store/transaction.ts';
import { useEngines } from '../../../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../../../support/aws/faults.ts';
import { allItems } from '../../../../support/table/table.ts';
import { restoreClock, stopClock } from '../../../../support/time/clock.ts';

useEngines();

const LEASE_S = 31;

async function all() {
  return (await allItems()).filter(({ pk }) => pk === 'OUTBOX');
}

function listJobs(items: readonly { job?: unknown }[]): unknown[] {
  return items.map(({ job }) => JSON.parse(String(job)) as unknown).sort();
}

function sortKeys(items: readonly { sk?: unknown }[]) {
  return items.map(({ sk }) => sk).sort();
}

/** Puts an item for each job, all due. */
async function put(...jobs: unknown[]): Promise<OutboxItem[]> {
  const items = jobs.map(job => outboxItem('kind', job, 0));
  const transaction = new Transaction();
  for (const item of items) transaction.put(toItem(item));
  await transaction.commit();
  return items;
}

beforeEach(async () => {
  process.env.LOG_LEVEL = 'silent';
  for (const { sk } of await all()) await new Transaction().delete({ pk: 'OUTBOX', sk: String(sk) }).commit();
});
afterEach(() => {
  restoreClock();
});

describe('a group of outbox items', () => {
  it('is leased whole, each item under a new key and due when the lease expires', async () => {
    const items = await put(1, 2, 3);
    const leased = await leaseAll(items);
    expect(listJobs(leased)).toEqual([1, 2, 3]);
    expect(await dueItems()).toEqual([]);
    expect(sortKeys(await all())).toEqual(sortKeys(leased));
    stopClock(LEASE_S);
    expect(listJobs(await dueItems())).toEqual([1, 2, 3]);
  });

  it('is divided among simultaneous workers, each item leased by one of them', async () => {
    const items = await put(...Array.from({ length: 30 }, (_, index) => index));
    const groups = [items, items.slice(10), items.slice(5, 25), items.slice(0, 20)];
    const leased = (await Promise.all(groups.map(leaseAll))).flat();
    expect(leased).toHaveLength(30);
    expect(sortKeys(await all())).toEqual(sortKeys(leased));
  });

  it('is leased without items that another worker has finished', async () => {
    const items = await put(1, 2, 3, 4);
    await processItems([items[1]!, items[3]!], () => Promise.resolve());
    expect(listJobs(await leaseAll(items))).toEqual([1, 3]);
    expect(listJobs(await all())).toEqual([1, 3]);
    expect(await leaseAll(items)).toEqual([]);
  });

  it('is unchanged or leased when its worker dies during the lease', async () => {
    const items = await put(1, 2, 3);
    for (let calls = 0; calls < 2; calls++) {
      await withFaults(dyingAfter(calls), () => leaseAll(items)).catch(() => undefined);
      expect(listJobs(await all())).toEqual([1, 2, 3]);
    }
    stopClock(LEASE_S);
    expect(listJobs(await dueItems())).toEqual([1, 2, 3]);
  });

  it('becomes due again, each item once, when its worker dies before it deletes the items', async () => {
    for (const work of [() => Promise.reject(new Error('dead')), () => Promise.resolve()]) {
      const leased = await leaseAll(await dueOr(1, 2, 3));
      await withFaults(dyingAfter(0), () => processItems(leased, work));
      expect(await dueItems()).toEqual([]);
      stopClock(LEASE_S);
      expect(listJobs(await dueItems())).toEqual([1, 2, 3]);
    }
    const run = vi.fn(() => Promise.resolve());
    await processItems(await leaseAll(await dueItems()), run);
    expect(run).toHaveBeenCalledTimes(1);
    expect(await all()).toEqual([]);
  });

  it('is not touched by a worker whose lease expired and passed to another worker', async () => {
    const slow = await leaseAll(await put(1, 2));
    stopClock(LEASE_S);
    const quick = await leaseAll(await dueItems());
    await processItems(slow, () => Promise.resolve());
    await processItems(slow, () => Promise.reject(new Error('too late')));
    expect(sortKeys(await all())).toEqual(sortKeys(quick));
    expect(await all()).toEqual(quick.map(item => ({ ...item, pk: 'OUTBOX' })));
  });
});

describe('processItems()', () => {
  it('runs the jobs together, equal jobs once, and deletes all their items', async () => {
    const run = vi.fn(() => Promise.resolve());
    await processItems(await leaseAll(await put({ id: 1 }, { id: 2 }, { id: 1 }, { id: 1 })), run);
    expect(run.mock.calls).toEqual([[expect.toSatisfy(jobs => jobs.length === 2)]]);
    expect(await all()).toEqual([]);
  });

  it('does every job but a failing one, which keeps its error and becomes due later', async () => {
    const done = new Set<unknown>();
    const run = (jobs: readonly unknown[]): Promise<void> => {
      for (const job of jobs) {
        if (job === 3) return Promise.reject(new Error('three'));
        done.add(job);
      }
      return Promise.resolve();
    };
    await processItems(await leaseAll(await put(1, 2, 3, 4, 5)), run);
    expect([...done].sort()).toEqual([1, 2, 4, 5]);
    expect(await all()).toMatchObject([{ job: '3', attempts: 1, error: 'Error: three' }]);
    expect(await dueItems()).toEqual([]);
    stopClock(10);
    expect(await dueItems()).toHaveLength(1);
  });
});

/** The due items, or else new items for these jobs. */
async function dueOr(...jobs: unknown[]): Promise<OutboxItem[]> {
  const due = await dueItems();
  return due.length > 0 ? due : await put(...jobs);
}
