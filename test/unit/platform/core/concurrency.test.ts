import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mapWithConcurrency } from '../../../../shared/platform/core/concurrency.ts';

const NUMBERS = Array.from({ length: 20 }, (_, index) => index);

describe('mapWithConcurrency()', () => {
  it('works on every item, at most a given number at a time', async () => {
    const done: number[] = [];
    let running = 0;
    let peak = 0;
    await mapWithConcurrency(NUMBERS, 3, async item => {
      peak = Math.max(peak, ++running);
      await sleep(item % 4);
      running--;
      done.push(item);
    });
    expect(peak).toBe(3);
    expect(done.sort((a, b) => a - b)).toEqual(NUMBERS);
  });

  it('rejects with the first failure after the running work has ended, and begins no more', async () => {
    const [begun, ended]: number[][] = [[], []];
    const work = mapWithConcurrency(NUMBERS, 4, async item => {
      begun!.push(item);
      await sleep(item === 2 ? 0 : 10);
      if (item === 2) throw new Error('two');
      ended!.push(item);
    });
    await expect(work).rejects.toThrow('two');
    expect(begun).toEqual([0, 1, 2, 3]);
    expect(ended!.sort()).toEqual([0, 1, 3]);
  });

  it('works on undefined items, and accepts an empty list', async () => {
    let count = 0;
    const work = (): Promise<void> => {
      count++;
      return Promise.resolve();
    };
    await mapWithConcurrency([undefined, undefined], 8, work);
    await mapWithConcurrency([], 8, work);
    expect(count).toBe(2);
  });
});
