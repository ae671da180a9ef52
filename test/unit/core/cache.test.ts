import { afterEach, expect, it, vi } from 'vitest';
import { TimedCache } from '../../../shared/core/cache.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('keeps a value for its time', () => {
  vi.useFakeTimers();
  const cache = new TimedCache<string, number>(1000);
  cache.set('a', 1);
  vi.advanceTimersByTime(999);
  expect(cache.get('a')).toBe(1);
  vi.advanceTimersByTime(1);
  expect(cache.get('a')).toBeUndefined();
});

it('lets the oldest go when it is full', () => {
  const cache = new TimedCache<string, number>(1000, 2);
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
  ] as const)
    cache.set(key, value);
  expect(['a', 'b', 'c'].map(key => cache.get(key))).toEqual([3, undefined, 4]);
});

it('forgets one, or all', () => {
  const cache = new TimedCache<string, number>(1000);
  for (const key of ['a', 'b', 'c']) cache.set(key, 1);
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
  cache.clear();
  expect(cache.get('b')).toBeUndefined();
});
