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

/** Formats a time for a datetime-local input: to the minute, in the time zone. */
export function inputText(ts: number, timeZone: string): string {
  return new Date(wallTimeAt(ts * 1000, timeZone)).toISOString().slice(0, 16);
}

/** Parses the value of a datetime-local input as Unix seconds. */
export function parseTime(text: string, timeZone: string): number {
  return Math.floor(toInstant(Date.parse(`${text}Z`), timeZone) / 1000);
}
