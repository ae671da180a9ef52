import { describe, expect, it } from 'vitest';
import { findConstants, shuffled, type Mutant } from '../../mutation/changed/mutants.ts';

const SOURCE = `const LEASE_MS = 60_000;
export const MAX_ITEMS = 25;
const NAME = 'text';
let MAX_ITEMS_LATER = 3;
const ZERO = 0;
`;

describe('findConstants()', () => {
  it('doubles each numeric constant of the changed lines', () => {
    const found = findConstants('a.ts', SOURCE, [{ first: 1, last: 5 }]);
    expect(found.map(({ line, replacement }) => [line, replacement])).toEqual([
      [1, '2 * 60_000'],
      [2, '2 * 25'],
    ]);
    for (const { start, end, replacement } of found)
      expect(`2 * ${SOURCE.slice(start, end)}`).toBe(replacement);
  });

  it('leaves constants of other lines out', () => {
    expect(findConstants('a.ts', SOURCE, [{ first: 2, last: 2 }])).toHaveLength(1);
  });
});

describe('shuffled()', () => {
  const mutants = Array.from({ length: 20 }, (_, start): Mutant => {
    return { file: 'a.ts', line: 1, start, end: start + 1, replacement: 'x', kind: 'Constant' };
  });

  it('returns all mutants, in an order that depends on the seed alone', () => {
    const first = shuffled(mutants, 'one');
    expect(first).toEqual(shuffled([...mutants].reverse(), 'one'));
    expect(first).not.toEqual(shuffled(mutants, 'two'));
    expect(new Set(first)).toEqual(new Set(mutants));
  });
});
