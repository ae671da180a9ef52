import { describe, expect, it } from 'vitest';
import { isEnough } from '../../mutation/changed/score.ts';

/** The highest number of noticed mutants with which a sample is refused; -1 when it never is. */
function mostRefused(tried: number): number {
  return Array.from({ length: tried + 1 }, (_, noticed) => isEnough(noticed, tried)).indexOf(true) - 1;
}

describe('isEnough()', () => {
  // From a table of the binomial distribution for one half: the last number with a cumulated probability below 0.01.
  it.each([
    [10, 0],
    [20, 4],
    [30, 8],
    [40, 12],
  ])(
    'refuses a sample of %i when at most %i are noticed, which has a probability below 1 %% for a half',
    (tried, refused) => {
      expect(mostRefused(tried)).toBe(refused);
    },
  );

  it('accepts any score of fewer than seven mutants', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map(mostRefused)).toEqual([-1, -1, -1, -1, -1, -1, -1, 0]);
  });

  it('accepts a sample in which half are noticed, of each size', () => {
    for (let tried = 0; tried <= 60; tried++) expect(isEnough(Math.ceil(tried / 2), tried)).toBe(true);
  });
});
