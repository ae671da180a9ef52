import { DAY_S } from '../core/durations.ts';

/** Formats Unix seconds as a date and time of ISO 8601, in UTC. */
export function toIsoTime(ts: number): string {
  return new Date(ts * 1000).toISOString();
}

/** The month in UTC, such as `2026-11`. */
export function toMonth(ts: number): string {
  return toIsoTime(ts).slice(0, 7);
}

export function toMonthStart(month: string): number {
  return Date.parse(`${month}-01T00:00:00Z`) / 1000;
}

/** More than 31 days after a month's first day, and less than 59, is in the next month. */
export function nextMonth(month: string): string {
  return toMonth(toMonthStart(month) + 45 * DAY_S);
}
