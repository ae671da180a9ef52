import { describe, expect, it } from 'vitest';
import { inputText, timeText, parseTime } from '../../../../infra/sites/desk/page/times.ts';

function ts(text: string): number {
  return Date.parse(text) / 1000;
}

describe('timeText(), inputText() and parseTime()', () => {
  it('name the zone of a time', () => {
    expect(timeText(ts('2026-07-01T10:00:00Z'), 'Europe/Paris')).toMatch(/12:00.*GMT\+2/);
    expect(timeText(ts('2026-07-01T10:00:00Z'), 'UTC')).toMatch(/10:00.*UTC/);
  });

  it.each([
    ['2026-07-01T10:00:00Z', 'Europe/Paris', '2026-07-01T12:00'],
    ['2026-12-31T23:30:00Z', 'Pacific/Auckland', '2027-01-01T12:30'],
    ['2026-03-29T00:59:00Z', 'Europe/Paris', '2026-03-29T01:59'],
    ['2026-03-29T01:00:00Z', 'Europe/Paris', '2026-03-29T03:00'],
  ])('convert %s in %s to %s and back', (instant, zone, text) => {
    expect(inputText(ts(instant), zone)).toBe(text);
    expect(parseTime(text, zone)).toBe(ts(instant));
  });
});
