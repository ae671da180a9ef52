import { dayOf, daySpan, HOUR_S, hourAt, hoursOf, hourSpan, type Span } from './record.ts';

/** The hours and days that have no roll-up yet. */
export interface PendingRollups {
  hours: ReadonlySet<number>;
  days: ReadonlySet<number>;
}

/** What to read for the views of a period. */
export interface Window {
  /** To be read from buckets. */
  hours: number[];
  /** To be read from roll-ups. */
  spans: Span[];
}

/**
 * What to read for the last `period` hours. Views are counted by the hour, and the hour in which the period begins counts whole: a
 * view leaves the result at most an hour after it is older than the period.
 */
export function windowOf(period: number, now: number, pending: PendingRollups): Window {
  const first = hourAt(now - period * HOUR_S);
  const last = hourAt(now);
  const window: Window = { hours: [], spans: [] };
  for (let hour = first; hour <= last; hour++) {
    const day = dayOf(hour);
    const hours = hoursOf(day);
    if (hours[0] === hour && (hours.at(-1) ?? 0) <= last && !pending.days.has(day)) {
      window.spans.push(daySpan(day));
      hour = hours.at(-1) ?? hour;
    } else if (pending.hours.has(hour)) window.hours.push(hour);
    else window.spans.push(hourSpan(hour));
  }
  return window;
}
