import { describe, expect, it } from 'vitest';
import { bundleService } from './bundle.ts';
import { simulateHistory } from './history.ts';

/** The first seed of each kind of cluster. */
const SEEDS = [1, 2];

describe('a simulated history', () => {
  it('is right when no fault is planted, and the service answers its calls', async () => {
    const load = await bundleService([]);
    for (const seed of SEEDS) {
      const { failure, answered } = await simulateHistory(load, seed);
      expect(failure).toBeUndefined();
      expect(answered).toBeGreaterThan(0);
    }
  });
});
