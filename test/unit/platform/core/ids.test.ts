import { expect, it } from 'vitest';
import { newId, decodeTimeMs } from '../../../../shared/platform/core/ids.ts';

it('newId() makes growing ids, within a millisecond and when the clock goes back', () => {
  const now = Date.now() + 1000;
  const ids = Array.from({ length: 10_000 }, (_, index) => newId(now - index));
  expect(ids.every((id, index) => index === 0 || id > ids[index - 1]!)).toBe(true);
});

it('newId() makes ids that JSON represents exactly, until 2093', () => {
  const id = newId(Date.UTC(2093, 0, 1));
  expect(Number.isSafeInteger(id)).toBe(true);
  expect(JSON.parse(JSON.stringify(id))).toBe(id);
});

it('decodeTimeMs() returns the time of an id, in the order of the ids', () => {
  const now = Date.UTC(2093, 0, 2);
  const ids = Array.from({ length: 10_000 }, () => newId(now));
  const times = ids.map(decodeTimeMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(times[0]).toBe(now);
  expect(times.at(-1)! - now).toBeLessThan(5);
});
