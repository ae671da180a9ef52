import { dayOf, daySpan, HOUR_S, hourAt, hoursOf, hourSpan, type Span } from './record.ts';

/** What has no rollup yet. */
export interface Notes {
  hours: ReadonlySet<number>;
  days: ReadonlySet<number>;
}

/** Where the views of a period are to be read. */
export interface Window {
  /** From buckets. */
  hours: number[];
  /** From rollups. */
  spans: Span[];
}

/**
 * The last `period` hours. Views are counted by the hour, so the one in which the period begins counts whole: a view is in it
 * as long as it is not older than the period, and at most an hour longer.
 */
export function windowOf(period: number, now: number, notes: Notes): Window {
  const first = hourAt(now - period * HOUR_S);
  const last = hourAt(now);
  const window: Window = { hours: [], spans: [] };
  for (let hour = first; hour <= last; hour++) {
    const day = dayOf(hour);
    const hours = hoursOf(day);
    if (hours[0] === hour && (hours.at(-1) ?? 0) <= last && !notes.days.has(day)) {
      window.spans.push(daySpan(day));
      hour = hours.at(-1) ?? hour;
    } else if (notes.hours.has(hour)) window.hours.push(hour);
    else window.spans.push(hourSpan(hour));
  }
  return window;
}
