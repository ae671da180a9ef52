import { expect, it } from 'vitest';
import { countOf } from '../../../shared/store/counter.ts';

it('countOf() adds the parts of a counter to its count', () => {
  const key = { pk: 'POST#1', sk: 'views' };
  expect(countOf(undefined)).toBe(0);
  expect(countOf({ ...key, count: 5 })).toBe(5);
  expect(countOf({ ...key, count: 5, folded: 9, 'part#10#0': 20, 'part#10#3': 300 })).toBe(325);
});
