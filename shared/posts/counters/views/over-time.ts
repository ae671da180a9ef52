import * as v from 'valibot';
import { nowTs } from '../../../platform/core/clock.ts';
import { DAY_S, HOUR_S } from '../../../platform/core/durations.ts';
import { readCount } from '../../../platform/store/counter.ts';
import { getItems, keyText, queryItems, type Consistency } from '../../../platform/store/table.ts';
import { sum } from './packing.ts';
import { readBuckets } from './read.ts';
import { bucketKey, hourAt, listHours, SHARDS, toDay } from './record.ts';
import { dailyKey, hourlyKey, MAX_DAYS, readPoints, sumBySection, toDayItem } from './series.ts';

const MAX_HOURS = 72;

export const Unit = v.picklist(['hour', 'day'], 'must be hour or day');
type Unit = v.InferOutput<typeof Unit>;

/** The views in the hour or the day in UTC that begins at `start_ts`. */
export const ViewsPoint = v.object({ start_ts: v.number(), views: v.number() });
type ViewsPoint = v.InferOutput<typeof ViewsPoint>;

/** The views of a post in each of the last 72 hours or 365 days, the running one last. One round trip. */
export async function readPostViews(
  post: number,
  by: Unit,
  { consistent }: Consistency,
): Promise<ViewsPoint[]> {
  const hour = hourAt(nowTs());
  if (by === 'hour') return toPoints(by, hour, await readPostHours(post, lastNumbers(hour, MAX_HOURS)));
  const today = toDay(hour);
  // The day before may not be rolled up yet.
  const unrolled = [today - 1, today];
  const [items, hours] = await Promise.all([
    queryItems({
      pk: dailyKey.partition(post),
      between: [dailyKey.sortKey(toDayItem(today - MAX_DAYS)), dailyKey.sortKey(toDayItem(today))],
      consistent,
    }),
    readPostHours(post, unrolled.flatMap(listHours)),
  ]);
  const running = unrolled.map((day): [number, number] => [day, sumOf(hours, listHours(day))]);
  return toPoints(by, today, new Map([...readPoints(items), ...running]));
}

/** Reads the buckets of a post, which are kept longer than any of these hours is old: at half the price, because most of them don't exist. */
async function readPostHours(post: number, hours: readonly number[]): Promise<Map<number, number>> {
  const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
  const items = await getItems(
    hours.flatMap(hour => shards.map(shard => bucketKey(hour, shard, post))),
    { consistent: false },
  );
  const countIn = (hour: number) =>
    shards.reduce((total, shard) => total + readCount(items.get(keyText(bucketKey(hour, shard, post)))), 0);
  return new Map(hours.map(hour => [hour, countIn(hour)]));
}

/** The same of a section. Two round trips: the running hours are added up from the posts that were viewed in them. */
export async function readSectionViews(
  section: number,
  by: Unit,
  { consistent }: Consistency,
): Promise<ViewsPoint[]> {
  const hour = hourAt(nowTs());
  const today = toDay(hour);
  const first = by === 'hour' ? toDay(hour - MAX_HOURS + 1) : today - MAX_DAYS + 1;
  const [items, ...buckets] = await Promise.all([
    queryItems({
      pk: hourlyKey.partition(section),
      between: [hourlyKey.sortKey(first), hourlyKey.sortKey(today)],
      consistent,
    }),
    readBuckets(hour - 1, { consistent }),
    readBuckets(hour, { consistent }),
  ]);
  const hours = readPoints(items);
  await Promise.all(
    buckets.map(async (views, index) => {
      const number = hour - 1 + index;
      if (!hours.has(number))
        hours.set(number, (await sumBySection(views, { consistent })).get(section) ?? 0);
    }),
  );
  if (by === 'hour') return toPoints(by, hour, hours);
  const days = sum([...hours].map(([number, count]) => new Map([[toDay(number), count]])));
  return toPoints(by, today, days);
}

function sumOf(counts: ReadonlyMap<number, number>, numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + (counts.get(number) ?? 0), 0);
}

function lastNumbers(last: number, length: number): number[] {
  return Array.from({ length }, (_, index) => last - length + 1 + index);
}

function toPoints(by: Unit, last: number, counts: ReadonlyMap<number, number>): ViewsPoint[] {
  const [length, seconds] = by === 'hour' ? [MAX_HOURS, HOUR_S] : [MAX_DAYS, DAY_S];
  return lastNumbers(last, length).map(number => ({
    start_ts: number * seconds,
    views: counts.get(number) ?? 0,
  }));
}
