import { nowMs } from '../../platform/core/clock.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** UTC offsets in hours of time zone abbreviations on English-language pages. */
const ZONES: Partial<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  bst: 1,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  // India's: it has the most English-language pages of the zones with this abbreviation.
  ist: 5.5,
  sgt: 8,
  hkt: 8,
  jst: 9,
  kst: 9,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
};

const TIME = String.raw`(?<hour>\d{1,2})(?::|\.(?=\d\d\s?[ap]\.?m\b))(?<minute>\d\d)(?::(?<second>\d\d)(?<fraction>\.\d{1,9})?)?\s*(?<half>[ap]\.?m\b)?`;
const ZONE = String.raw`(?<zone>[+-]\d\d:?\d\d|[a-z]{1,4}\b)?`;
const CLOCK = String.raw`(?:[\sT,@]*(?:at\s+)?${TIME}\s*${ZONE})?`;
const MONTH = String.raw`(?<name>jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?`;

/** Date formats, machine-readable ones first. Numeric formats with an ambiguous order of day and month are not read. */
const FORMS = [
  new RegExp(String.raw`\b(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})${CLOCK}`, 'i'),
  new RegExp(String.raw`\b(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+${MONTH},?[\s-]+(?<year>\d{4})${CLOCK}`, 'i'),
  new RegExp(String.raw`\b${MONTH}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})${CLOCK}`, 'i'),
  new RegExp(String.raw`\b(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})${CLOCK}`, 'i'),
];

const MAX_LENGTH = 200;
const EARLIEST = Date.UTC(1900, 0, 1);
const DAY = 86_400_000;

/**
 * The first date in a text as an ISO 8601 instant in UTC. A time without a zone counts as UTC. A date without a time is midnight when
 * machine-readable; in prose it is noon, which is the same day nearly everywhere.
 */
export function parseDate(text: string): string | undefined {
  const short = text.slice(0, MAX_LENGTH).trim();
  const instant = fromEpoch(short) ?? fromText(short);
  const plausible = instant !== undefined && instant >= EARLIEST && instant <= nowMs() + 366 * DAY;
  return plausible ? new Date(instant).toISOString() : undefined;
}

function fromEpoch(text: string): number | undefined {
  if (!/^(?:\d{10}|\d{13})$/.test(text)) return undefined;
  return text.length === 13 ? Number(text) : Number(text) * 1000;
}

function fromText(text: string): number | undefined {
  for (const [index, form] of FORMS.entries()) {
    const groups = form.exec(text)?.groups;
    if (groups !== undefined) return computeInstant(groups, index === 0 ? 0 : 12);
  }
  return undefined;
}

type Groups = Readonly<Partial<Record<string, string>>>;

function computeInstant(groups: Groups, defaultHour: number): number | undefined {
  const { year, day } = groups;
  const month = toMonthNumber(groups);
  const midnight = Date.UTC(Number(year), month - 1, Number(day));
  if (month > 12 || new Date(midnight).getUTCDate() !== Number(day)) return undefined;
  return midnight + (toTimeMs(groups) ?? defaultHour * 3_600_000);
}

function toMonthNumber({ month, name = '' }: Groups): number {
  return month === undefined ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1 : Number(month);
}

/** Milliseconds since midnight UTC, which the zone may shift beyond the day; undefined without a valid time. */
function toTimeMs({
  hour,
  minute = '0',
  second = '0',
  fraction = '0',
  half,
  zone,
}: Groups): number | undefined {
  if (hour === undefined || Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
  const seconds = hours * 3600 + Number(minute) * 60 + Number(second) + Number(fraction);
  return Math.round((seconds - toOffset(zone) * 3600) * 1000);
}

function toOffset(zone = ''): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  if (sign === undefined) return ZONES[zone.toLowerCase()] ?? 0;
  return (Number(hours) + Number(minutes) / 60) * (sign === '-' ? -1 : 1);
}
