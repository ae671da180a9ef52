/** Reuses formatters, because creating one takes a hundred times as long as using it; one per time zone. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(timeZone, made);
  return made;
}

/** The wall time at an instant (ms) in a time zone, as if it were UTC. @throws RangeError for an unknown zone */
export function wallTimeAt(ms: number, timeZone: string): number {
  const parts = new Map(
    getFormatter(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * The instant (ms) of a wall time in a time zone, given as if it were UTC. The offset is looked up twice, because the first guess may lie
 * on the other side of a clock change.
 * @throws RangeError for an unknown zone
 */
export function toInstant(wallMs: number, timeZone: string): number {
  const offsetAt = (ms: number): number => wallTimeAt(ms, timeZone) - ms;
  return wallMs - offsetAt(wallMs - offsetAt(wallMs));
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** "MM/DD/YYYY" in a time zone. */
export function dateIn(timeZone: string, ts: number): string {
  return format(`date ${timeZone}`, { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }, ts);
}

/** "November 21, 2026 at 9:05 AM" in a time zone. */
export function fullDateIn(timeZone: string, ts: number): string {
  return format(`full ${timeZone}`, { timeZone, dateStyle: 'long', timeStyle: 'short' }, ts);
}

const MAX_KNOWN_DATES = 1_000;
const knownDates = new Map<string, string>();

/** Reuses formatters, because creating one takes a hundred times as long as using it, and dates, because lists show the same posts. */
function format(key: string, options: Intl.DateTimeFormatOptions, ts: number): string {
  const dateKey = `${key} ${ts}`;
  const known = knownDates.get(dateKey);
  if (known !== undefined) return known;
  const formatter = dateFormats.get(key) ?? new Intl.DateTimeFormat('en-US', options);
  dateFormats.set(key, formatter);
  const date = formatter.format(ts * 1000).replaceAll('\u202f', ' ');
  if (knownDates.size === MAX_KNOWN_DATES) knownDates.clear();
  knownDates.set(dateKey, date);
  return date;
}
