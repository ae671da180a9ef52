import { describe, expect, it } from 'vitest';
import { HOUR_S } from '../../../../../shared/platform/core/durations.ts';
import { daySpan, hourSpan } from '../../../../../shared/posts/counters/views/record.ts';
import { planWindow } from '../../../../../shared/posts/counters/views/read.ts';

const DAY = 20_000;
const FIRST_HOUR = DAY * 24;
/** The middle of an hour. */
function at(hour: number): number {
  return (FIRST_HOUR + hour) * HOUR_S + HOUR_S / 2;
}

function notes(hours: number[], days: number[] = [DAY]) {
  return {
    hours: new Set(hours.map(hour => FIRST_HOUR + hour)),
    days: new Set(days),
  };
}

function hours(from: number, to: number) {
  return Array.from({ length: to - from + 1 }, (_, index) => hourSpan(FIRST_HOUR + from + index));
}

describe('planWindow()', () => {
  it('covers whole hours from the one in which the period begins to the current one', () => {
    expect(planWindow(3, at(10), notes([10]))).toEqual({ hours: [FIRST_HOUR + 10], spans: hours(7, 9) });
  });

  it('begins at the hour when the period begins exactly then', () => {
    const onTheHour = (FIRST_HOUR + 10) * HOUR_S;
    expect(planWindow(1, onTheHour, notes([])).spans).toEqual(hours(9, 10));
    expect(planWindow(1, onTheHour - 1, notes([])).spans).toEqual(hours(8, 9));
  });

  it('reads the buckets of every hour that has a note', () => {
    const window = planWindow(4, at(10), notes([8, 10]));
    expect(window.hours).toEqual([FIRST_HOUR + 8, FIRST_HOUR + 10]);
    expect(window.spans).toEqual([...hours(6, 7), ...hours(9, 9)]);
  });

  it('reads the roll-up of a whole day without a note', () => {
    const window = planWindow(30, at(26), notes([26], [DAY + 1]));
    expect(window.spans).toEqual([...hours(-4, -1), daySpan(DAY), ...hours(24, 25)]);
  });

  it('reads the hours of a day with a note', () => {
    expect(planWindow(30, at(26), notes([26], [DAY, DAY + 1])).spans).toEqual(hours(-4, 25));
  });

  it('reads the hours of a day that is only partly in the period', () => {
    expect(planWindow(24, at(26), notes([26], [DAY + 1])).spans).toEqual(hours(2, 25));
  });

  it('reads fewer than 100 roll-ups for 30 days', () => {
    for (let hour = 0; hour < 24; hour++)
      expect(planWindow(720, at(hour), notes([hour])).spans.length).toBeLessThan(100);
  });
});
