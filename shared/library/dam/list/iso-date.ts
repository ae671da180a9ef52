/** A date of ISO 8601, extended or basic, and a time with or without an offset. A `+` that a client leaves unencoded arrives as a space. */
const ISO_DATE =
  /^(\d{4})(-?)(\d{2})\2(\d{2})(?:[T ](\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?)?(?:Z|([+\- ])(\d{2})(?::?(\d{2}))?)?)?$/i;

/**
 * Reads a date or a date-time of ISO 8601 as Unix seconds. Without an offset it is in UTC.
 * @returns undefined for what is no date of the calendar
 */
export function parseIsoDate(text: string): number | undefined {
  const found = ISO_DATE.exec(text);
  if (!found) return undefined;
  const [, year, , month, day, hour = '0', minute = '0', second = '0', sign, byHours = '0', byMinutes = '0'] =
    found;
  const ts = Date.UTC(Number(year), Number(month) - 1, Number(day)) / 1000;
  // Date takes 30 February for a day in March.
  if (new Date(ts * 1000).toISOString().slice(0, 10) !== `${year}-${month}-${day}`) return undefined;
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
  if (!isTime || Number(byHours) > 14 || Number(byMinutes) > 59) return undefined;
  const offset = (Number(byHours) * 60 + Number(byMinutes)) * 60 * (sign === '-' ? 1 : -1);
  return ts + (Number(hour) * 60 + Number(minute)) * 60 + Number(second) + offset;
}
