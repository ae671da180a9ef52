import { describe, expect, it } from 'vitest';
import { makePosition } from '../../../../../shared/platform/values/position.ts';
import {
  ScanRange,
  EVERYWHERE,
  isWithin,
  secondsRange,
} from '../../../../../shared/platform/store/query/scan-range.ts';

const MAX_ID = Number.MAX_SAFE_INTEGER;

describe('ScanRange', () => {
  it('steps from the newest position to the next older one', () => {
    const scan = new ScanRange('newest', EVERYWHERE);
    expect(scan.next(makePosition(5, 3))).toBe(makePosition(5, 2));
    expect(scan.next(makePosition(5, 0))).toBe(makePosition(4, MAX_ID));
    expect(scan.isBefore(makePosition(6, 0), makePosition(5, 9))).toBe(true);
  });

  it('steps from the oldest position to the next newer one', () => {
    const scan = new ScanRange('oldest', EVERYWHERE);
    expect(scan.next(makePosition(5, 3))).toBe(makePosition(5, 4));
    expect(scan.next(makePosition(-5, MAX_ID))).toBe(makePosition(-4, 0));
    expect(scan.isBefore(makePosition(-5, 9), makePosition(5, 0))).toBe(true);
  });

  it('returns by previous() to the position before next()', () => {
    for (const direction of ['newest', 'oldest'] as const) {
      const scan = new ScanRange(direction, EVERYWHERE);
      for (const position of [makePosition(0, 0), makePosition(7, MAX_ID), makePosition(-1, 5)])
        expect(scan.previous(scan.next(position))).toBe(position);
    }
  });

  it('begins behind the given position, but never outside the range', () => {
    const range = secondsRange(10, 20);
    expect(new ScanRange('newest', range, makePosition(15, 4)).start).toBe(makePosition(15, 3));
    expect(new ScanRange('newest', range, makePosition(25, 4)).start).toBe(makePosition(20, MAX_ID));
    expect(new ScanRange('oldest', range, makePosition(5, 4)).start).toBe(makePosition(10, 0));
  });

  it('is over behind the end of the range', () => {
    const scan = new ScanRange('newest', secondsRange(10, 20));
    expect(scan.isOver(makePosition(10, 0))).toBe(false);
    expect(scan.isOver(makePosition(9, MAX_ID))).toBe(true);
  });
});

it('secondsRange() is open where an end is absent', () => {
  expect(secondsRange(undefined, undefined)).toEqual(EVERYWHERE);
});

it('secondsRange() includes both ends', () => {
  const range = secondsRange(10, 20);
  for (const position of [makePosition(10, 0), makePosition(20, MAX_ID)])
    expect(isWithin(position, range)).toBe(true);
  for (const position of [makePosition(9, MAX_ID), makePosition(21, 0)])
    expect(isWithin(position, range)).toBe(false);
});
