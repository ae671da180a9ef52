import { describe, expect, it } from 'vitest';
import { withMemory } from '../../../../shared/library/images/memory.ts';

/** Work that continues until the test ends it, and the indexes of the work that began. */
function works(bytes: readonly number[]) {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const done = bytes.map((size, index) =>
    withMemory(size, async () => {
      begun.push(index);
      await new Promise<void>(resolve => (ends[index] = resolve));
      return index;
    }),
  );
  const end = async (index: number) => {
    ends[index]?.();
    await done[index];
    await Promise.resolve();
  };
  return { begun, end, done };
}

function settled() {
  return new Promise(resolve => setImmediate(resolve));
}

describe('withMemory()', () => {
  it('runs a few small works at once, and the others as those end', async () => {
    const { begun, end } = works([0, 0, 0, 0, 0, 0]);
    await settled();
    expect(begun).toEqual([0, 1, 2, 3]);

    await end(2);
    await settled();
    expect(begun).toEqual([0, 1, 2, 3, 4]);

    for (const index of [0, 1, 3, 4, 5]) {
      await end(index);
      await settled();
    }
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('runs work that exceeds the budget alone, and lets no later work pass it', async () => {
    const { begun, end } = works([0, 2_000_000_000, 0]);
    await settled();
    expect(begun).toEqual([0]);

    await end(0);
    await settled();
    expect(begun).toEqual([0, 1]);

    await end(1);
    await settled();
    expect(begun).toEqual([0, 1, 2]);
    await end(2);
  });

  it('releases the memory of work that fails', async () => {
    const failing = withMemory(2_000_000_000, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');

    expect(await withMemory(2_000_000_000, () => Promise.resolve('yes'))).toBe('yes');
  });
});
