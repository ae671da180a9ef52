import { expect, it } from 'vitest';
import { readCount } from '../../../../shared/platform/store/counter.ts';

it('readCount() adds the parts of a counter to its count', () => {
  const key = { pk: 'POST#1', sk: 'views' };
  expect(readCount(undefined)).toBe(0);
  expect(readCount({ ...key, count: 5 })).toBe(5);
  expect(readCount({ ...key, count: 5, folded: 9, 'part#10#0': 20, 'part#10#3': 300 })).toBe(325);
});
