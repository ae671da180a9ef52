import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idAt, isPosition, makePosition, timestampAt } from '../../../../shared/platform/values/position.ts';

const CENTURY_S = 100 * 366 * 86_400;
const timestamps = fc.integer({ min: -CENTURY_S, max: 2 * CENTURY_S });
const ids = fc.maxSafeNat();

describe('makePosition() and isPosition()', () => {
  it('makePosition() makes texts that sort as (timestamp, id), also before 1970', () => {
    fc.assert(
      fc.property(timestamps, ids, timestamps, ids, (ts, id, otherTs, otherId) => {
        const [a, b] = [makePosition(ts, id), makePosition(otherTs, otherId)];
        expect(Math.sign(a < b ? -1 : a > b ? 1 : 0)).toBe(Math.sign(ts - otherTs || id - otherId));
      }),
    );
  });

  it('timestampAt() and idAt() return the parts of a position', () => {
    fc.assert(
      fc.property(timestamps, ids, (ts, id) => {
        const position = makePosition(ts, id);
        expect([timestampAt(position), idAt(position)]).toEqual([ts, id]);
        expect(isPosition(position)).toBe(true);
      }),
    );
  });

  it('isPosition() refuses texts of another form', () => {
    for (const text of ['', 'x', '1#2', `${makePosition(1, 2)}x`, makePosition(1, 2).replace('#', '|')])
      expect(isPosition(text)).toBe(false);
  });
});
