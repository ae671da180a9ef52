import { describe, expect, it } from 'vitest';
import { addReach, nearestTests, type Reach } from '../../mutation/changed/reach.ts';

/** A script whose functions were called this often; the first is the module itself. */
function script(url: string, ...counts: number[]) {
  return { url, functions: counts.map(count => ({ ranges: [{ count }] })) };
}

describe('addReach()', () => {
  it('counts the functions that a test file called, and leaves out files that it did not load', () => {
    const reach: Reach = {};
    addReach(reach, 'a.test.ts', [script('a.ts', 1, 5, 0), script('b.ts', 0, 0)]);
    expect(reach).toEqual({ 'a.ts': { 'a.test.ts': 2 } });
  });

  it('uses the most calls that a test file made when loading a module', () => {
    const reach: Reach = {};
    addReach(reach, 'a.test.ts', [script('a.ts', 1, 1), script('a.ts', 1, 0)]);
    expect(reach).toEqual({ 'a.ts': { 'a.test.ts': 2 } });
  });
});

describe('nearestTests()', () => {
  const reach: Reach = {
    'a.ts': { 'unit.test.ts': 4, 'api.test.ts': 5, 'other.test.ts': 1 },
    'b.ts': { 'api.test.ts': 40, 'other.test.ts': 9 },
  };

  it('prefers tests that call much of the source and little else', () => {
    expect(nearestTests(reach, 'a.ts', 3)).toEqual(['unit.test.ts', 'api.test.ts', 'other.test.ts']);
  });

  it('returns at most the wanted number, and none for a source that no test runs', () => {
    expect(nearestTests(reach, 'a.ts', 1)).toEqual(['unit.test.ts']);
    expect(nearestTests(reach, 'c.ts', 3)).toEqual([]);
  });
});
