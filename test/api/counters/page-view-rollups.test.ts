import { beforeEach, describe, expect, it } from 'vitest';
import { handler as sweep } from '../../../functions/events/sweep.ts';
import { Transaction } from '../../../shared/platform/store/transaction.ts';
import { readPending } from '../../../shared/posts/counters/views/read.ts';
import { countViews } from '../../../shared/posts/counters/views/count.ts';
import {
  bucketKey,
  computeExpiry,
  hourAt,
  hourSpan,
  pendingKey,
} from '../../../shared/posts/counters/views/record.ts';
import { rollUpViews } from '../../../shared/posts/counters/views/rollup.ts';
import { allowDisagreements } from '../../support/table/checked-table.ts';
import { atTime } from '../../support/time/clock.ts';
import { DEPLOYED } from '../../support/deployed/functions.ts';
import { allItems } from '../../support/table/table.ts';
import { times } from '../../support/values/times.ts';
import { DAY_S, HOUR_S } from '../../../shared/platform/core/durations.ts';
import { readTotal, someMidnight, usePageViews, viewsAt } from '../../support/resources/page-views.ts';
import { useApi, withoutSweeps } from '../../support/api/api.ts';
import type { AwsCall } from '../../support/api/calls.ts';
import { countCalls, commandsIn, named, tripsIn } from '../../support/costs/counted.ts';
import { makePost, ok } from '../../support/resources/posts.ts';
import { sabotaged } from '../../support/api/sabotage.ts';

const api = useApi({ features: { publicRead: true } }, named, withoutSweeps);

allowDisagreements(
  /^number: POST#\d{7} .* views of no post/,
  'it counts views of posts that it does not make',
);

const { view, listViewed } = usePageViews(api);

/** The sort keys that a BatchGetItem reads. */
function sortKeysIn({ input }: AwsCall): string[] {
  return Object.values(
    (input as { RequestItems: Record<string, { Keys: { sk: string }[] }> }).RequestItems,
  ).flatMap(({ Keys }) => Keys.map(({ sk }) => sk));
}

describe('period of page views', () => {
  it('includes views of earlier hours, also across midnight', async () => {
    const midnight = someMidnight();
    const { id } = await makePost(api);
    await countViews(id, 1, midnight - 1);
    await countViews(id, 10, midnight);
    expect(await viewsAt(midnight, 1)).toEqual({ [id]: 11 });
    await rollUpViews(midnight + HOUR_S);
    expect(await viewsAt(midnight + HOUR_S - 1, 1)).toEqual({ [id]: 11 });
    expect(await viewsAt(midnight + HOUR_S, 1)).toEqual({ [id]: 10 });
    expect(await viewsAt(midnight + 2 * HOUR_S, 1)).toEqual({});
    expect(await viewsAt(midnight + 2 * HOUR_S, 2)).toEqual({ [id]: 10 });
    expect(await readTotal(id)).toBe(11);
  });

  it('counts every view within the period, at any state of the roll-ups', async () => {
    const start = someMidnight();
    const [a, b] = [1_000_001, 1_000_002];
    const seen: { id: number; count: number; ts: number }[] = [];
    let now = start;
    for (let step = 0; step < 25; step++) {
      now += Math.floor(Math.random() * 2 * HOUR_S);
      const one = { id: step % 3 === 0 ? a : b, count: 1 + (step % 5), ts: now };
      await countViews(one.id, one.count, one.ts);
      seen.push(one);
      if (Math.random() < 0.4) await rollUpViews(now);
      for (const period of [1, 24, 72]) {
        const first = hourAt(now - period * HOUR_S) * HOUR_S;
        const expected: Record<number, number> = {};
        for (const { id, count, ts } of seen) if (ts >= first) expected[id] = (expected[id] ?? 0) + count;
        expect(await viewsAt(now, period)).toEqual(expected);
      }
    }
  });
});

describe('roll-up of page views', () => {
  const HOURS = 26;
  let midnight: number;
  beforeEach(async () => {
    midnight = someMidnight();
    // Roll up what other tests have left.
    await rollUpViews(midnight);
  });

  /** Views in each of 26 hours from midnight on. */
  const seed = async (): Promise<void> => {
    for (let hour = 0; hour < HOURS; hour++) {
      await countViews(2_000_001, hour + 1, midnight + hour * HOUR_S);
      await countViews(2_000_002, 1, midnight + hour * HOUR_S);
    }
  };

  const seenAt = async (now: number): Promise<unknown[]> => {
    const seen: unknown[] = [];
    for (const period of [1, 5, 24, 25, 720]) seen.push(await viewsAt(now, period));
    return seen;
  };

  it('changes no answer when it runs once, twice, or twice at the same time', async () => {
    await seed();
    const now = midnight + HOURS * HOUR_S;
    const before = await seenAt(now);
    expect(before.at(-1)).toEqual({ 2_000_001: 351, 2_000_002: 26 });
    // All hours but the last, which is not over for long enough, and the day.
    expect(await rollUpViews(now)).toBe(26);
    expect(await seenAt(now)).toEqual(before);
    expect(await rollUpViews(now)).toBe(0);
    await Promise.all([rollUpViews(now + HOUR_S), rollUpViews(now + HOUR_S)]);
    expect(await seenAt(now)).toEqual(before);
  });

  it('starts five minutes after the hour so that running requests are counted', async () => {
    const now = midnight + HOUR_S / 2;
    await countViews(2_000_003, 1, now);
    const end = (hourAt(now) + 1) * HOUR_S;
    expect(await rollUpViews(end + 299)).toBe(0);
    expect(await rollUpViews(end + 300)).toBe(1);
  });

  it('resumes after a failure and changes no answer in between', async () => {
    await seed();
    const now = midnight + HOURS * HOUR_S;
    const before = await seenAt(now);
    const isPending = async () => (await readPending({ consistent: true })).hours.has(hourAt(midnight));
    const cut = sabotaged(new Error('cut off'), () => rollUpViews(now), ['TransactWriteItemsCommand']);
    await expect(cut).rejects.toThrow('cut off');
    expect(await isPending()).toBe(true);
    expect(await seenAt(now)).toEqual(before);
    // Some hours are done, and then the reading of the others fails.
    await rollUpViews(midnight + 10 * HOUR_S);
    const again = sabotaged(new Error('cut off'), () => rollUpViews(now), ['BatchGetItemCommand']);
    await expect(again).rejects.toThrow('cut off');
    expect(await isPending()).toBe(false);
    expect(await seenAt(now)).toEqual(before);
    await rollUpViews(now);
    expect(await seenAt(now)).toEqual(before);
  });

  it('splits an hour with more posts than fit into one item', async () => {
    const hour = hourAt(midnight);
    const counts = Object.fromEntries(times(10_050, index => [3_000_000 + index, 1 + (index % 7)]));
    const buckets = Object.entries(counts).map(([id, count]) => ({
      ...bucketKey(hour, Number(id) % 4, Number(id)),
      count,
      expires: computeExpiry(hour),
    }));
    for (let start = 0; start < buckets.length; start += 100) {
      const transaction = new Transaction();
      for (const bucket of buckets.slice(start, start + 100)) transaction.put(bucket);
      await transaction.commit();
    }
    await new Transaction().put({ ...pendingKey(hourSpan(hour)), count: 1 }).commit();
    expect(await viewsAt(midnight)).toEqual(counts);
    expect(await rollUpViews(midnight + 2 * HOUR_S)).toBe(1);
    expect(await viewsAt(midnight)).toEqual(counts);
    const parts = (await allItems()).filter(({ pk }) => pk === `VIEWS#hour#${hour}`);
    expect(parts.map(({ sk }) => sk)).toEqual(['0000', '0001']);
  });

  it('is made by the sweep', async () => {
    const now = midnight;
    await countViews(2_000_004, 1, now);
    const later = now + 2 * DAY_S;
    await atTime(later, () => sweep({}, { getRemainingTimeInMillis: () => 300_000 }));
    const { hours, days } = await readPending({ consistent: true });
    expect([hours.has(hourAt(now)), days.has(now / DAY_S)]).toEqual([false, false]);
    expect(await viewsAt(later, 72)).toEqual({ 2_000_004: 1 });
  });

  it('has items that expire after the longest period', async () => {
    const now = midnight;
    await countViews(2_000_005, 1, now);
    await rollUpViews(now + 2 * DAY_S);
    await countViews(2_000_005, 1, now + 3 * DAY_S);
    const [first, last] = [hourAt(now), hourAt(now + 3 * DAY_S)];
    const items = (await allItems()).filter(
      ({ pk, expires }) => String(pk).startsWith('VIEWS') && Number(expires) >= computeExpiry(first),
    );
    expect(items.length).toBeGreaterThanOrEqual(5);
    for (const { expires } of items.filter(item => Number(item.expires) <= computeExpiry(last))) {
      expect(expires).toBeGreaterThan(now + 31 * DAY_S);
    }
    const unending = (await allItems()).filter(
      ({ pk, sk, expires }) => String(pk).startsWith('VIEWS') && sk !== hourSpan(0) && expires === undefined,
    );
    expect(unending.map(({ pk }) => pk)).toEqual([]);
  });
});

describe.skipIf(DEPLOYED)('AWS calls for page views', () => {
  it('takes three calls to count a view, and two more for the first of an hour', async () => {
    const now = someMidnight();
    const { id } = await makePost(api);
    await atTime(now, async () => {
      await ok(api.get(`/posts/${id}`));
      const first = await countCalls(() => ok(view(id)));
      expect(commandsIn(first)).toEqual(['GetItem', ...times(4, () => 'UpdateItem')]);
      const second = await countCalls(() => ok(view(id)));
      expect(commandsIn(second)).toEqual(['GetItem', 'UpdateItem', 'UpdateItem']);
    });
  });

  it('lists the most viewed posts in seven calls and three trips for any period and number of views', async () => {
    const now = someMidnight();
    const posts = await Promise.all(times(3, () => makePost(api)));
    for (let hour = 0; hour <= 40; hour++)
      await Promise.all(posts.map(({ id }) => countViews(id, 1, now + hour * HOUR_S)));
    const later = now + 40 * HOUR_S;
    await rollUpViews(later);
    await atTime(later + 600, async () => {
      await rollUpViews();
      for (const period of [1, 24, 720]) {
        await listViewed({ period });
        const calls = await countCalls(() => listViewed({ period }));
        expect(commandsIn(calls).sort()).toEqual([
          'BatchGetItem',
          'BatchGetItem',
          ...times(5, () => 'Query'),
        ]);
        expect(tripsIn(calls)).toBeLessThanOrEqual(3);
      }
    });
  });

  it('reads only the records of posts that the offset skips', async () => {
    const now = someMidnight();
    for (const count of [3, 2, 1]) await countViews((await makePost(api)).id, count, now);
    await atTime(now, async () => {
      await listViewed({ offset: 2 });
      const calls = await countCalls(() => listViewed({ offset: 2 }));
      const [, skipped, shown] = calls.flatMap(call =>
        call.name.startsWith('BatchGet') ? [sortKeysIn(call)] : [],
      );
      expect(skipped).toEqual(['record', 'record', 'record']);
      expect(shown).toEqual(['record', 'likes', 'views', 'content']);
    });
  });

  it('takes one call for a reader within the cache’s lifetime, and shows a key that writes each view at once', async () => {
    const now = someMidnight();
    const { key } = await api.makeKey('Reader');
    const [a, b] = [await makePost(api), await makePost(api)];
    await countViews(a.id, 1, now);
    await atTime(now, async () => {
      expect(await listViewed({}, { key })).toEqual([a.id]);
      await countViews(b.id, 2, now);
      const calls = await countCalls(async () => expect(await listViewed({}, { key })).toEqual([a.id]));
      expect(commandsIn(calls)).toEqual(['BatchGetItem']);
      expect(await listViewed()).toEqual([b.id, a.id]);
    });
    expect(await atTime(now + 6, () => listViewed({}, { key }))).toEqual([b.id, a.id]);
  });
});
