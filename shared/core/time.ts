const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** "MM/DD/YYYY" in a time zone. */
export function dateIn(timeZone: string, ts: number): string {
  return format(`date ${timeZone}`, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }, ts);
}

/** "November 21, 2026 at 9:05 AM" in a time zone. */
export function fullDateIn(timeZone: string, ts: number): string {
  return format(`full ${timeZone}`, { timeZone, dateStyle: 'long', timeStyle: 'short' }, ts);
}

/** Reuses formatters, because creating one takes a hundred times as long as using it. */
function format(key: string, options: Intl.DateTimeFormatOptions, ts: number): string {
  const formatter = dateFormats.get(key) ?? new Intl.DateTimeFormat('en-US', options);
  dateFormats.set(key, formatter);
  return formatter.format(ts * 1000).replaceAll('\u202f', ' ');
}
