import { invalid } from './errors.ts';

function formatterOf(timezone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw invalid(`Invalid Schedule Expression Timezone ${timezone}.`);
  }
}

function offsetMs(formatter: Intl.DateTimeFormat, ms: number): number {
  const parts = formatter.formatToParts(ms);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find(p => p.type === type)?.value);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - ms;
}

/**
 * The instant (epoch ms) at which clocks in `timezone` (an IANA name) show the wall time given as if it were UTC.
 * The offset is looked up twice because the first guess may lie on the other side of a change of the clocks.
 */
export function zonedToEpochMs(wallMs: number, timezone: string): number {
  const formatter = formatterOf(timezone);
  const guess = wallMs - offsetMs(formatter, wallMs);
  return wallMs - offsetMs(formatter, guess);
}
