import * as v from 'valibot';
import { mapWithConcurrency } from '../../../platform/core/concurrency.ts';
import { DAY_S } from '../../../platform/core/durations.ts';
import { itemKey } from '../../../platform/store/item-key.ts';
import * as Table from '../../../platform/store/port.ts';
import type { Item, Key, Consistency } from '../../../platform/store/table.ts';
import { readRecords } from '../../record/read.ts';
import { listPostSections } from '../../record/record.ts';
import type { Counts } from './packing.ts';
import { toDay } from './record.ts';

export const MAX_DAYS = 365;
const DAYS_PER_ITEM = 32;
const LIFE_S = (DAYS_PER_ITEM + MAX_DAYS) * DAY_S;

/**
 * Views over time, for a year. Counting a view writes nothing more: the roll-ups (rollup.ts), off the request's path, set
 *   of a post by day        VIEWS_BY_DAY#<post> / <32 days>       {point#<day>: views}: an update for each viewed post and day
 *   of a section by hour    VIEWS_BY_HOUR#<section> / <day>       {point#<hour>: views}: an update for each section and hour
 * before they commit. They set numbers and add nothing, so a roll-up that is repeated after a crash, or runs twice at once, stores the same. A
 * view counts for the sections that its post is in when its hour is rolled up. What is not rolled up yet is read from the buckets of the
 * hours (over-time.ts).
 */
export const dailyKey = itemKey(
  'VIEWS_BY_DAY#<post>',
  '<number>',
  'views of a post on each of 32 days',
  LIFE_S,
);
export const hourlyKey = itemKey(
  'VIEWS_BY_HOUR#<section>',
  '<number>',
  'views of a section in each hour of a day',
  LIFE_S,
);

/** The names of points begin with it. */
export const POINT_PREFIX = 'point#';

export function toDayItem(day: number): number {
  return Math.floor(day / DAYS_PER_ITEM);
}

const MAX_CONCURRENT = 32;
const READ_SIZE = 1000;

/** Stores the views of a day by post. */
export async function setDailyViews(day: number, views: Counts): Promise<void> {
  const number = toDayItem(day);
  const expires = ((number + 1) * DAYS_PER_ITEM + MAX_DAYS) * DAY_S;
  await mapWithConcurrency([...views], MAX_CONCURRENT, ([post, count]) =>
    setPoint(dailyKey(post, number), { number: day, count, expires }),
  );
}

/** Stores the views of an hour by section. */
export async function setHourlyViews(hour: number, views: Counts): Promise<void> {
  const day = toDay(hour);
  const expires = (day + 1 + MAX_DAYS) * DAY_S;
  await mapWithConcurrency([...(await sumBySection(views))], MAX_CONCURRENT, ([section, count]) =>
    setPoint(hourlyKey(section, day), { number: hour, count, expires }),
  );
}

/** The views of the posts of each section; a post counts in all of its sections. */
export async function sumBySection(
  views: Counts,
  { consistent }: Consistency = { consistent: true },
): Promise<Counts> {
  const sums = new Map<number, number>();
  const ids = [...views.keys()];
  for (let start = 0; start < ids.length; start += READ_SIZE)
    for (const post of await readRecords(ids.slice(start, start + READ_SIZE), { consistent }))
      for (const section of post ? listPostSections(post) : [])
        sums.set(section, (sums.get(section) ?? 0) + (views.get(post?.id ?? NaN) ?? 0));
  return sums;
}

interface Point {
  number: number;
  count: number;
  /** Unix seconds. */
  expires: number;
}

async function setPoint(key: Key, { number, count, expires }: Point): Promise<void> {
  await Table.update({
    Key: { ...key },
    UpdateExpression: 'SET #point = :count, expires = :expires',
    ExpressionAttributeNames: { '#point': `${POINT_PREFIX}${number}` },
    ExpressionAttributeValues: { ':count': count, ':expires': expires },
  });
}

/** The points of items, by the number of the day or hour. */
export function readPoints(items: readonly Item[]): Map<number, number> {
  return new Map(
    items.flatMap(item =>
      Object.entries(item).flatMap(([name, count]): [number, number][] =>
        name.startsWith(POINT_PREFIX)
          ? [[Number(name.slice(POINT_PREFIX.length)), v.parse(v.number(), count)]]
          : [],
      ),
    ),
  );
}
