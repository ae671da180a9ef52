import { toInstant, wallTimeAt } from '../../../../shared/platform/text/zone.ts';

/** Formats a time with its time zone. */
export function timeText(ts: number, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(ts * 1000);
}

/** Formats a time without its time zone, for a table. */
export function momentText(ts: number, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(
    ts * 1000,
  );
}

/** Formats a time for a datetime-local input: to the minute or the second, in the time zone. */
export function inputText(ts: number, timeZone: string, hasSeconds = false): string {
  return new Date(wallTimeAt(ts * 1000, timeZone)).toISOString().slice(0, hasSeconds ? 19 : 16);
}

/** Parses the value of a datetime-local input as Unix seconds. */
export function parseTime(text: string, timeZone: string): number {
  return Math.floor(toInstant(Date.parse(`${text}Z`), timeZone) / 1000);
}

const DAY_S = 86_400;

/** A time within reach of now: the clock time today, else the date. */
export function shortTime(ts: number, timeZone: string, now = Date.now() / 1000): string {
  const day = (at: number): string => new Date(wallTimeAt(at * 1000, timeZone)).toISOString().slice(0, 10);
  const isNear = Math.abs(now - ts) < 300 * DAY_S;
  const options: Intl.DateTimeFormatOptions =
    day(ts) === day(now)
      ? { hour: '2-digit', minute: '2-digit' }
      : { day: 'numeric', month: 'short', ...(!isNear && { year: 'numeric' }) };
  return new Intl.DateTimeFormat(undefined, { timeZone, ...options }).format(ts * 1000);
}

/** The clock time of this computer. @param at in milliseconds */
export function clockTime(at: number): string {
  return new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(at);
}
