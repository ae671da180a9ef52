import { describe, expect, it } from 'vitest';
import { isEnough } from '../../mutation/changed/score.ts';

describe('isEnough', () => {
  it('asks for 40 % of the mutants', () => {
    expect(isEnough(8, 20)).toBe(true);
    expect(isEnough(7, 20)).toBe(false);
  });

  it('judges nothing by fewer than ten mutants', () => {
    expect(isEnough(0, 9)).toBe(true);
    expect(isEnough(0, 10)).toBe(false);
  });
});
