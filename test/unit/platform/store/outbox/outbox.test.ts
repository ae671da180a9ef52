import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nowMs } from '../../../../../shared/platform/core/clock.ts';
import { drainOutbox } from '../../../../../functions/events/jobs.ts';
import { handler as outboxHandler } from '../../../../../functions/events/outbox.ts';
import { handler as sweepHandler } from '../../../../../functions/events/sweep.ts';
import {
  outboxItem,
  toItem,
  type OutboxItem,
} from '../../../../../shared/platform/store/outbox/outbox-item.ts';
import {
  dueItems,
  failingItems,
  lease,
  makeDueNow,
  processItem,
} from '../../../../../shared/platform/store/outbox/outbox.ts';
import { Transaction } from '../../../../../shared/platform/store/transaction.ts';
import { useEngines } from '../../../../support/aws/engines.ts';
import { dyingAfter, withFaults } from '../../../../support/aws/faults.ts';
import { allItems } from '../../../../support/table/table.ts';
import { restoreClock, stopClock } from '../../../../support/time/clock.ts';

useEngines();

async function put(kind: string, job: unknown, leaseS = 0): Promise<OutboxItem> {
  const item = outboxItem(kind, job, leaseS);
  await new Transaction().put(toItem(item)).commit();
  return item;
}

async function all() {
  return (await allItems()).filter(({ pk }) => pk === 'OUTBOX');
}

function always() {
  return true;
}

beforeEach(async () => {
  process.env.LOG_LEVEL = 'silent';
  for (const item of await all())
    await new Transaction().delete({ pk: 'OUTBOX', sk: String(item.sk) }).commit();
});
afterEach(() => {
  restoreClock();
});

describe('an outbox item', () => {
  it('is due when its lease expires, the earliest first', async () => {
    const leased = await put('a', {}, 30);
    const now = await put('b', {});
    expect((await dueItems()).map(({ kind }) => kind)).toEqual(['b']);
    stopClock(31);
    expect(await dueItems()).toEqual([now, leased]);
  });

  it('is found among many items that are not due', async () => {
    for (let index = 0; index < 60; index++) await put('waiting', {}, 3600);
    await put('due', {});
    expect((await dueItems()).map(({ kind }) => kind)).toEqual(['due']);
  });

  it('is leased by one of several workers', async () => {
    const item = await put('a', {});
    const leases = await Promise.all([lease(item), lease(item), lease(item), lease(item)]);
    expect(leases.filter(one => one !== undefined)).toHaveLength(1);
    expect(await all()).toHaveLength(1);
    expect(await dueItems()).toEqual([]);
  });

  it('becomes due at once when an operator retries it, unless a worker has moved it', async () => {
    const [waiting, finished] = [await put('a', { n: 1 }, 3600), await put('b', {}, 3600)];
    await processItem(finished, () => Promise.resolve(undefined));
    const made = await makeDueNow([waiting, finished]);
    expect(made).toEqual([{ ...waiting, sk: made[0]!.sk }]);
    expect(await dueItems()).toEqual(made);
  });

  it('is among the failing ones after a failure', async () => {
    const [failed] = [await put('a', {}), await put('b', {})];
    await processItem(failed, () => Promise.reject(new Error('broken')));
    expect(await failingItems()).toMatchObject([{ kind: 'a', attempts: 1 }]);
  });

  it('is deleted when its job is done', async () => {
    const job = { some: ['job'], n: null };
    const run = vi.fn(() => Promise.resolve(undefined));
    await processItem(await put('a', job), run);
    expect(run).toHaveBeenCalledWith(job);
    expect(await all()).toEqual([]);
  });

  it('keeps the rest of a job, due at once, without previous failures', async () => {
    const item = { ...outboxItem('a', { at: 1 }, 0), attempts: 4, error: 'before' };
    await new Transaction().put(toItem(item)).commit();
    await processItem(item, () => Promise.resolve({ at: 2 }));
    const [rest, ...others] = await dueItems();
    expect(others).toEqual([]);
    expect(rest).toEqual({ pk: 'OUTBOX', sk: rest!.sk, kind: 'a', job: '{"at":2}', attempts: 0 });
  });

  it('keeps its error after a failure, and becomes due after growing delays of at most an hour', async () => {
    stopClock();
    const start = nowMs();
    let item = await put('a', { at: 1 });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt++) {
      await processItem(item, () => Promise.reject(new Error(`failure ${attempt}`)));
      const [failed, ...others] = await all();
      expect(others).toEqual([]);
      expect(failed).toMatchObject({
        attempts: attempt,
        error: `Error: failure ${attempt}`,
        job: '{"at":1}',
      });
      let waited = 0;
      while ((await dueItems()).length === 0) {
        const step = waited < 160 ? 10 : 40;
        waited += step;
        stopClock(step);
      }
      waits.push(waited);
      item = (await dueItems())[0]!;
    }
    expect(waits.slice(0, 5)).toEqual([10, 20, 40, 80, 160]);
    expect(waits.at(-1)).toBe(3600);
    expect(nowMs() - start).toBeGreaterThan(3 * 3_600_000);
    await processItem(item, () => Promise.resolve(undefined));
    expect(await all()).toEqual([]);
  });

  it('stays deleted when a slower worker fails or has work left', async () => {
    for (const slow of [() => Promise.reject(new Error('slow')), () => Promise.resolve({ rest: 1 })]) {
      const item = await put('a', {});
      await processItem(item, () => Promise.resolve(undefined));
      await processItem(item, slow);
      expect(await all()).toEqual([]);
    }
  });

  it('becomes due again when its worker could not record the failure', async () => {
    const leased = await lease(await put('a', {}));
    await withFaults(dyingAfter(0), () => processItem(leased!, () => Promise.reject(new Error('x'))));
    expect(await dueItems()).toEqual([]);
    stopClock(31);
    expect(await dueItems()).toEqual([leased]);
  });
});

describe('the outbox worker', () => {
  it('keeps an item of an unknown kind, and processes the others', async () => {
    await put('of tomorrow', {});
    await put('posts.entries', { id: 1, keys: [] });
    expect(await drainOutbox(always)).toBe(2);
    expect(await all()).toMatchObject([
      { kind: 'of tomorrow', attempts: 1, error: expect.stringContaining('kind') },
    ]);
  });

  it('leases no more items when its time is over', async () => {
    await put('posts.entries', { id: 1, keys: [] });
    await put('posts.entries', { id: 2, keys: [] });
    let calls = 0;
    expect(await drainOutbox(() => calls++ < 1)).toBe(1);
    await outboxHandler({}, { getRemainingTimeInMillis: () => 1000 });
    expect(await all()).toHaveLength(1);
    await outboxHandler({}, { getRemainingTimeInMillis: () => 300_000 });
    expect(await all()).toEqual([]);
  });

  it('is replaced by the sweep when it does not run', async () => {
    await put('posts.entries', { id: 1, keys: [] });
    await sweepHandler({}, { getRemainingTimeInMillis: () => 300_000 });
    expect(await all()).toEqual([]);
  });

  it('throws when it can not reach the table', async () => {
    await expect(
      withFaults(dyingAfter(0), () => sweepHandler({}, { getRemainingTimeInMillis: () => 300_000 })),
    ).rejects.toThrow('dead');
  });
});
