import { afterEach, expect, it } from 'vitest';
import { TimedCache } from '../../../../shared/platform/core/cache.ts';
import { restoreClock, stopClock } from '../../../support/time/clock.ts';

afterEach(() => {
  restoreClock();
});

it('TimedCache keeps a value until it expires', () => {
  stopClock();
  const cache = new TimedCache<string, number>(1000);
  cache.set('a', 1);
  stopClock(0.999);
  expect(cache.get('a')).toBe(1);
  stopClock(0.001);
  expect(cache.get('a')).toBeUndefined();
});

it('TimedCache evicts the oldest value when it is full', () => {
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

it('TimedCache evicts the oldest values when they exceed its bytes, and keeps no value that exceeds them alone', () => {
  const cache = new TimedCache<string, number>(1000, 10, 100);
  cache.set('a', 1, 60);
  cache.set('b', 2, 40);
  cache.set('huge', 3, 101);
  expect(['a', 'b', 'huge'].map(key => cache.get(key))).toEqual([1, 2, undefined]);
  cache.set('b', 4, 41);
  expect(['a', 'b'].map(key => cache.get(key))).toEqual([undefined, 4]);
  cache.delete('b');
  cache.set('c', 5, 100);
  cache.clear();
  cache.set('d', 6, 100);
  expect(['c', 'd'].map(key => cache.get(key))).toEqual([undefined, 6]);
});

it('TimedCache deletes one value or all', () => {
  const cache = new TimedCache<string, number>(1000);
  for (const key of ['a', 'b', 'c']) cache.set(key, 1);
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
  cache.clear();
  expect(cache.get('b')).toBeUndefined();
});
