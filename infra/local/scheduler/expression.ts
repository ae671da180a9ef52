import { invalid } from './errors.ts';
import { zonedToEpochMs } from './timezone.ts';

/** When a schedule is due: once at an instant (epoch ms), or again and again every so many ms. */
export type Timing = { kind: 'at'; atMs: number } | { kind: 'rate'; everyMs: number };

const AT = /^at\((\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})\)$/;
const RATE = /^rate\(([1-9]\d{0,8}) (minute|hour|day)s?\)$/;
const CRON = /^cron\(\S+(?: \S+){5}\)$/;
const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/** The wall time as epoch ms read as UTC, or undefined where the calendar has no such day or time. */
function wallTimeMs(text: string): number | undefined {
  const ms = Date.parse(`${text}Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) ? ms : undefined;
}

/** Understands at() and rate(); everything else, cron() included, is refused with a ValidationException. */
export function parseExpression(expression: string, timezone: string): Timing {
  const wall = wallTimeMs(AT.exec(expression)?.[1] ?? '');
  if (wall !== undefined) return { kind: 'at', atMs: zonedToEpochMs(wall, timezone) };
  const [, count, unit] = RATE.exec(expression) ?? [];
  if (count !== undefined && unit !== undefined) {
    return { kind: 'rate', everyMs: Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS] };
  }
  if (CRON.test(expression)) {
    throw invalid(`The local scheduler stand-in does not support cron(): ${expression}.`);
  }
  throw invalid(`Invalid Schedule Expression ${expression}.`);
}
