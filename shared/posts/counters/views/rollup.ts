import { Transaction } from '../../../platform/store/transaction.ts';
import { nowTs } from '../../../platform/core/clock.ts';
import { HOUR_S } from '../../../platform/core/durations.ts';
import { pack, type Counts } from './packing.ts';
import { readBuckets, readPending, readRollups } from './read.ts';
import {
  daySpan,
  computeExpiry,
  HOURS_PER_DAY,
  listHours,
  hourSpan,
  pendingKey,
  partKey,
  type Span,
} from './record.ts';
import { setDailyViews, setHourlyViews } from './series.ts';
import { settleTotals } from './totals.ts';

/** Longer than any request runs and clocks differ. */
const GRACE_S = 300;

/**
 * Rolls up the hours and days that are over (see record.ts), each in its own transaction, and settles the totals of hot posts (totals.ts).
 * @returns how many hours and days
 */
export async function rollUpViews(now = nowTs()): Promise<number> {
  const isOver = (endTs: number): boolean => endTs + GRACE_S <= now;
  const isHourOver = (hour: number): boolean => isOver((hour + 1) * HOUR_S);
  const { hours, days, deferred } = await readPending({ consistent: true });
  const hoursOver = [...hours].filter(isHourOver);
  for (const hour of hoursOver) {
    const views = await readBuckets(hour, { consistent: true });
    await setHourlyViews(hour, views);
    await rollUp(hourSpan(hour), views, computeExpiry(hour));
  }

  const daysOver = [...days].filter(day => isOver((day + 1) * HOURS_PER_DAY * HOUR_S));
  for (const day of daysOver) await rollUpDay(day);
  await settleTotals(deferred, isHourOver);
  return hoursOver.length + daysOver.length;
}

async function rollUpDay(day: number): Promise<void> {
  const hours = listHours(day);
  const views = await readRollups(hours.map(hourSpan));
  await setDailyViews(day, views);
  await rollUp(daySpan(day), views, computeExpiry(hours.at(-1) ?? 0));
}

/** Writes the first part last, in the transaction that deletes the pending mark: without it the other parts are not read. */
async function rollUp(span: Span, views: Counts, expires: number): Promise<void> {
  const packed = await pack(views);
  const parts = packed.map((part, index) => ({
    ...partKey(span, index),
    packed: part,
    parts: packed.length,
    expires,
  }));
  const [first, ...others] = parts;
  if (!first) return;
  for (const part of others) await new Transaction().put(part).commit();
  await new Transaction().put(first).delete(pendingKey(span)).commit();
}
