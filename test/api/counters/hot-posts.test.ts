import { describe, expect, it } from 'vitest';
import { viewsKey } from '../../../shared/posts/record/record.ts';
import { getItem } from '../../../shared/platform/store/table.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { countViews } from '../../../shared/posts/counters/views/count.ts';
import { readPending, readViews } from '../../../shared/posts/counters/views/read.ts';
import { bucketKey, hourAt } from '../../../shared/posts/counters/views/record.ts';
import { rollUpViews } from '../../../shared/posts/counters/views/rollup.ts';
import { advanceClock, stopClockAt } from '../../support/time/clock.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { dyingAfter, withFaults } from '../../support/aws/faults.ts';
import { HOUR_S } from '../../../shared/platform/core/durations.ts';
import { readTotal, someMidnight } from '../../support/resources/page-views.ts';
import { useApi, withoutSweeps } from '../../support/api/api.ts';
import { countCalls, commandsIn, named } from '../../support/costs/counted.ts';
import { heat, inOneShard } from '../../support/resources/hot-posts.ts';
import { makePost, ok } from '../../support/resources/posts.ts';

const api = useApi({}, named, withoutSweeps);

/** A post that this process knows to be hot, with two views. */
async function makeHotPost(): Promise<{ id: number; now: number }> {
  const { id } = await makePost(api);
  const now = someMidnight();
  stopClockAt(now * 1000);
  await heat(id, now);
  return { id, now };
}

describe('page views of a hot post', () => {
  it('adds the deferred views to the total in every answer, every two seconds', async () => {
    const { id, now } = await makeHotPost();
    await inOneShard(async () => {
      for (const count of [3, 4]) await countViews(id, count, now);
      // The second was counted within two seconds after the first was published.
      expect(await readTotal(id)).toBe(5);
      advanceClock(2);
      await countViews(id, 1, now + 2);
    });
    expect(await readTotal(id)).toBe(10);
    expect((await ok(api.get(`/posts/${id}`))).stats).toEqual({ page_views_count: 10 });
    const [listed] = await ok(api.get('/posts', { query: { limit: 1 } }));
    expect(listed).toMatchObject({ id, stats: { page_views_count: 10 } });
    expect(await readViews(1, now, { consistent: true })).toEqual(new Map([[id, 10]]));
  });

  it('counts all views of a hot post in its total after the next sweep, however often it runs', async () => {
    const { id, now } = await makeHotPost();
    await inOneShard(async () => {
      for (const count of [3, 4, 5]) await countViews(id, count, now);
    });
    await countViews(id, 6, now);
    expect(await readTotal(id)).toBeLessThan(20);
    for (let sweep = 0; sweep < 3; sweep++) {
      await rollUpViews(now + 60);
      expect(await readTotal(id)).toBe(20);
    }
  });

  it('keeps the total when an earlier number is published after a later one', async () => {
    const { id, now } = await makeHotPost();
    await inOneShard(async () => {
      await countViews(id, 1, now);
      advanceClock(2);
      let updates = 0;
      // Another process counts and publishes between the two updates of this one.
      const between = async () => {
        if (++updates !== 2) return;
        advanceClock(2);
        await countViews(id, 5, now);
        expect(await readTotal(id)).toBe(9);
      };
      await withFaults(between, () => countViews(id, 1, now));
    });
    expect(await readTotal(id)).toBe(9);
  });

  it('adds an hour to the total once when a number of it is published after the hour was folded', async () => {
    const { id, now } = await makeHotPost();
    await inOneShard(async () => {
      await countViews(id, 1, now);
      advanceClock(2);
      let updates = 0;
      const between = async () => {
        if (++updates === 2) await rollUpViews(now + HOUR_S + 300);
      };
      await withFaults(between, () => countViews(id, 1, now));
    });
    expect(await readTotal(id)).toBe(4);
  });

  it('keeps the total when the views of each past hour are folded into it', async () => {
    const { id, now } = await makeHotPost();
    for (const [hour, total] of [
      [0, 5],
      [1, 10],
    ] as const) {
      const begin = now + hour * HOUR_S;
      stopClockAt(begin * 1000);
      if (hour > 0) await heat(id, begin);
      await inOneShard(() => countViews(id, 3, begin));
      await rollUpViews(begin + 60);
      expect(await readTotal(id)).toBe(total);
      await rollUpViews(begin + HOUR_S + 300);
      expect(await getItem(viewsKey(id), { consistent: true })).toMatchObject({ count: total });
    }
  });

  it('keeps the total when an hour is folded once, repeatedly or twice at the same time', async () => {
    const { id, now } = await makeHotPost();
    for (let view = 0; view < 12; view++) await countViews(id, 10, now);
    const later = now + HOUR_S + 300;
    await Promise.all([rollUpViews(later), rollUpViews(later)]);
    expect(await getItem(viewsKey(id), { consistent: true })).toMatchObject({ count: 122 });
    expect(Object.keys((await getItem(viewsKey(id), { consistent: true }))!).sort()).toEqual([
      'count',
      'folded',
      'pk',
      'sk',
    ]);
    await rollUpViews(later);
    expect(await readTotal(id)).toBe(122);
    expect((await readPending({ consistent: true })).deferred).toEqual([]);
  });

  it('continues from the total that an earlier version stored', async () => {
    const { id } = await makePost(api);
    const now = someMidnight();
    stopClockAt(now * 1000);
    await new Transaction()
      .put({ ...viewsKey(id), count: 7 })
      .put({ ...bucketKey(hourAt(now), 0, id), count: 7 })
      .commit();
    await heat(id, now);
    await countViews(id, 1, now);
    expect(await readTotal(id)).toBe(10);
    await rollUpViews(now + 2 * HOUR_S);
    expect(await getItem(viewsKey(id), { consistent: true })).toMatchObject({ count: 10 });
  });

  it('stores no total again after the post was purged', async () => {
    const { id, now } = await makeHotPost();
    await countViews(id, 1, now);
    await new Transaction().delete(viewsKey(id)).commit();
    await rollUpViews(now + 60);
    await rollUpViews(now + 2 * HOUR_S);
    expect(await getItem(viewsKey(id), { consistent: true })).toBeUndefined();
    expect((await readPending({ consistent: true })).deferred).toEqual([]);
  });
});

describe('deferred page views', () => {
  it('adds the views of a process that has died to the total by a later publication', async () => {
    const { id, now } = await makeHotPost();
    await inOneShard(async () => {
      // The process dies before it has marked the post, counted the view, and published it.
      for (const calls of [0, 1])
        await expect(withFaults(dyingAfter(calls), () => countViews(id, 1, now))).rejects.toThrow('dead');
      await withFaults(dyingAfter(1), () => countViews(id, 1, now));
      expect(await readTotal(id)).toBe(2);
      advanceClock(2);
      await countViews(id, 1, now);
    });
    expect(await readTotal(id)).toBe(4);
  });

  it('adds deferred views to the total once when the sweep dies after any number of calls', async () => {
    const { id, now } = await makeHotPost();
    for (let view = 0; view < 5; view++) await countViews(id, 1, now);
    const sweeps = [now + 60, now + HOUR_S + 300];
    for (const at of sweeps) {
      for (let calls = 0, isDone = false; !isDone; calls++) {
        const swept = withFaults(dyingAfter(calls), () => rollUpViews(at));
        isDone = await swept.then(
          () => true,
          () => false,
        );
        expect(await readTotal(id)).toBeLessThanOrEqual(7);
      }
      expect(await readTotal(id)).toBe(7);
    }
    expect((await getItem(viewsKey(id), { consistent: true }))?.count).toBe(7);
  });

  it('accepts views without an error while the total is throttled', async () => {
    const { id, now } = await makeHotPost();
    await inOneShard(async () => {
      await countViews(id, 1, now);
      advanceClock(2);
      const throttled = Object.assign(new Error('throttled'), { name: 'ThrottlingException' });
      // The bucket's update passes, and the publication fails.
      let update = 0;
      const before = (): void => {
        if (++update > 1) throw throttled;
      };
      await withFaults(before, () => countViews(id, 1, now));
    });
    expect(await readTotal(id)).toBe(3);
    await rollUpViews(now + 60);
    expect(await readTotal(id)).toBe(4);
  });
});

describe.skipIf(DEPLOYED)('AWS calls for views of a hot post', () => {
  it('makes two AWS calls for a view, and every two seconds a third one, which publishes the deferred views', async () => {
    const { id, now } = await makeHotPost();
    const view = () => ok(api.post(`/posts/${id}/page_views`));
    await ok(api.get(`/posts/${id}`));
    await inOneShard(async () => {
      await countViews(id, 1, now);
      expect(commandsIn(await countCalls(view))).toEqual(['GetItem', 'UpdateItem']);
      advanceClock(2);
      expect(commandsIn(await countCalls(view))).toEqual(['GetItem', 'UpdateItem', 'UpdateItem']);
    });
    expect(await readTotal(id)).toBe(5);
  });
});
