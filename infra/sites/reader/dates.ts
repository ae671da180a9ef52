import type { Frame } from './frame.ts';

type Place = Pick<Frame, 'language' | 'timeZone'>;

/** Formats are made once: making one takes as long as formatting a hundred times. A site has one language and one time zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat({ language, timeZone }: Place, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, timeZone, options]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone });
  formats.set(key, format);
  return format;
}

export function formatDate(ts: number, place: Place): string {
  return getFormat(place, { dateStyle: 'long' }).format(ts * 1000);
}

export function formatTime(ts: number, place: Place): string {
  return getFormat(place, { dateStyle: 'long', timeStyle: 'short' }).format(ts * 1000);
}

/** Such as `Wednesday, 25 November 2026`. */
export function formatToday(nowMs: number, place: Place): string {
  return getFormat(place, { dateStyle: 'full' }).format(nowMs);
}

/** @param month such as `2026-11` */
export function formatMonth(month: string, language: string): string {
  const place = { language, timeZone: 'UTC' };
  return getFormat(place, { month: 'long', year: 'numeric' }).format(Date.parse(`${month}-01T00:00:00Z`));
}

export function formatMonthName(month: string, language: string): string {
  return getFormat({ language, timeZone: 'UTC' }, { month: 'long' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  );
}

/** The month of a time in the site's zone, such as `2026-11`. */
export function toMonth(ts: number, timeZone: string): string {
  return getFormat({ language: 'sv', timeZone }, { year: 'numeric', month: '2-digit' }).format(ts * 1000);
}

/** The seconds of a month in the site's zone. @param month such as `2026-11` */
export function toRange(month: string, timeZone: string): { start_ts: number; end_ts: number } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return {
    start_ts: toZonedTs(Date.UTC(year, number - 1), timeZone),
    end_ts: toZonedTs(Date.UTC(year, number), timeZone) - 1,
  };
}

/** The moment at which clocks of a zone show what UTC's show at `utcMs`. */
function toZonedTs(utcMs: number, timeZone: string): number {
  const format = getFormat({ language: 'sv', timeZone }, { dateStyle: 'short', timeStyle: 'medium' });
  const shownMs = Date.parse(`${format.format(utcMs).replace(' ', 'T')}Z`);
  return (utcMs - (shownMs - utcMs)) / 1000;
}
