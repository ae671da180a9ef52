import { describe, expect, it } from 'vitest';
import { isStrict } from '../../../../shared/platform/http/prefer.ts';

describe('isStrict()', () => {
  it.each([
    'handling=strict',
    'Handling = STRICT',
    'handling="strict"',
    'handling="str\\ict"',
    'handling=strict; note="a, b; handling=lenient"',
    'return=minimal, handling=strict',
    'respond-async, wait=10 ,, handling=strict;a;b=1',
    'x="a \\" , handling=lenient", handling=strict',
    'handling=strict, handling=lenient',
  ])('returns true for Prefer: %s', prefer => {
    expect(isStrict({ headers: { prefer } })).toBe(true);
  });
});

describe('isStrict() without a strict preference', () => {
  it.each([
    '',
    'handling=lenient',
    'handling',
    'handling=',
    'strict',
    'handling=strictly',
    'handling=lenient, handling=strict',
    'x="handling=strict"',
    'x="a, handling=strict, b"',
    'return=minimal; handling=strict',
    'x="handling=strict',
    'handling=strict=strict',
    'handling="stricts',
    'handling=sstrict"',
    'handling=sstricts',
  ])('returns false for Prefer: %s', prefer => {
    expect(isStrict({ headers: { prefer } })).toBe(false);
  });

  it('returns false without the header', () => {
    expect(isStrict({ headers: {} })).toBe(false);
  });
});
