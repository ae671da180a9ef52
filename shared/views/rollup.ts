import { Transaction } from '../store/transaction.ts';
import { nowTs } from '../core/clock.ts';
import { pack, type Counts } from './packing.ts';
import { readBuckets, readNotes, readRollups } from './read.ts';
import {
  daySpan,
  expiryOf,
  HOUR_S,
  HOURS_A_DAY,
  hoursOf,
  hourSpan,
  noteKey,
  partKey,
  type Span,
} from './record.ts';

/** No request runs that long; clocks may differ by some seconds. */
const GRACE_S = 300;

/** Rolls up the hours and days that are over (see record.ts). Each is done for good when it is done. @returns how many */
export async function rollUpViews(now = nowTs()): Promise<number> {
  const isOver = (endTs: number): boolean => endTs + GRACE_S <= now;
  const { hours, days } = await readNotes(true);
  const hoursOver = [...hours].filter(hour => isOver((hour + 1) * HOUR_S));
  for (const hour of hoursOver) await rollUp(hourSpan(hour), await readBuckets(hour, true), expiryOf(hour));

  const daysOver = [...days].filter(day => isOver((day + 1) * HOURS_A_DAY * HOUR_S));
  for (const day of daysOver) await rollUpDay(day);
  return hoursOver.length + daysOver.length;
}

async function rollUpDay(day: number): Promise<void> {
  const hours = hoursOf(day);
  const views = await readRollups(hours.map(hourSpan));
  await rollUp(daySpan(day), views, expiryOf(hours.at(-1) ?? 0));
}

/** The first part is what makes the others count, so it is written last, and the note goes with it. */
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
  await new Transaction().put(first).delete(noteKey(span)).commit();
}
