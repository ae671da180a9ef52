import { instantOf, wallTimeAt } from '../../../../shared/text/zone.ts';

/** A time for people, with the zone that it is told in. */
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

/** A time as a datetime-local input has it: to the minute, as clocks in the zone show it. */
export function inputText(ts: number, timeZone: string): string {
  return new Date(wallTimeAt(ts * 1000, timeZone)).toISOString().slice(0, 16);
}

/** What stands in a datetime-local input, as Unix seconds. */
export function tsOfInput(text: string, timeZone: string): number {
  return Math.floor(instantOf(Date.parse(`${text}Z`), timeZone) / 1000);
}
