import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../../support/values/random.ts';
import { pack, sum, unpack } from '../../../../../shared/posts/counters/views/packing.ts';

function counts(size: number): Map<number, number> {
  return new Map(Array.from({ length: size }, (_, index) => [2 ** 52 + index * 4096, 1 + (index % 1000)]));
}

async function unpacked(parts: readonly Uint8Array[]) {
  return sum(await Promise.all(parts.map(unpack)));
}

describe('pack() and unpack()', () => {
  it.each([0, 1, 9_999, 10_000, 10_001, 25_000])('preserve %i counts', async size => {
    const parts = await pack(counts(size));
    expect(parts).toHaveLength(Math.max(1, Math.ceil(size / 10_000)));
    expect(await unpacked(parts)).toEqual(counts(size));
  });

  it('make the same parts from counts in any order', async () => {
    const reversed = new Map([...counts(12_000)].reverse());
    expect(await pack(reversed)).toEqual(await pack(counts(12_000)));
  });

  it('make parts that fit an item even when nothing repeats', async () => {
    const draw = randomFrom(1);
    const random = new Map(
      Array.from({ length: 10_000 }, () => [
        Math.floor(draw() * Number.MAX_SAFE_INTEGER),
        Math.floor(draw() * 1e9),
      ]),
    );
    const [part] = await pack(random);
    expect(part?.length).toBeLessThan(200_000);
  });
});

describe('sum()', () => {
  it('adds up counts by id', () => {
    const sums = sum([
      new Map([
        [1, 1],
        [2, 2],
      ]),
      new Map(),
      new Map([[2, 5]]),
    ]);
    expect([...sums]).toEqual([
      [1, 1],
      [2, 7],
    ]);
  });
});
