import { describe, expect, it } from 'vitest';
import { forEachConcurrently } from '../../../../infra/cli/import-wordpress/steps/run.ts';

function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

describe('forEachConcurrently()', () => {
  it('handles every value once, at most a given number at a time, and takes values only as needed', async () => {
    let taken = 0;
    let running = 0;
    let peak = 0;
    const done: number[] = [];
    async function* source(): AsyncGenerator<number> {
      for (; taken < 20; taken += 1) {
        await turn();
        yield taken;
      }
    }
    await forEachConcurrently(source(), 3, async value => {
      running += 1;
      peak = Math.max(peak, running);
      expect(taken - done.length).toBeLessThanOrEqual(3);
      await turn();
      await turn();
      await turn();
      running -= 1;
      done.push(value);
    });
    expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(peak).toBe(3);
  });

  it('accepts an array', async () => {
    const done: string[] = [];
    await forEachConcurrently(['a', 'b'], 5, value => {
      done.push(value);
      return Promise.resolve();
    });
    expect(done).toEqual(['a', 'b']);
  });

  it('begins nothing after an error, waits for running work, closes the source and throws', async () => {
    let closed = false;
    const ended: number[] = [];
    async function* source(): AsyncGenerator<number> {
      try {
        for (let value = 0; ; value += 1) yield value;
      } finally {
        closed = true;
        await turn();
      }
    }
    const run = forEachConcurrently(source(), 2, async value => {
      if (value === 0) throw new Error('broken');
      await turn();
      await turn();
      ended.push(value);
    });
    await expect(run).rejects.toThrow('broken');
    expect(ended).toEqual([1]);
    expect(closed).toBe(true);
  });

  it('throws the error of its source', async () => {
    async function* source(): AsyncGenerator<number> {
      yield 1;
      await turn();
      throw new Error('unreadable');
    }
    await expect(forEachConcurrently(source(), 4, turn)).rejects.toThrow('unreadable');
  });
});
