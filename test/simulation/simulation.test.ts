import { beforeAll, describe, expect, it } from 'vitest';
import { bundleService, type Load } from './bundle.ts';
import { simulateHistory } from './history.ts';

let load: Load;
beforeAll(async () => {
  load = await bundleService();
});

describe('a simulated history', () => {
  it.each([
    [3, 'newsroom'],
    [11, 'deployment'],
  ])('repeats all that happens, task by task, from the seed %i of a %s with kills', async (seed, cluster) => {
    const [first, again] = [await simulateHistory(load, seed), await simulateHistory(load, seed)];
    expect(first.plan).toContain(cluster);
    expect(first).toMatchObject({ failure: undefined });
    expect(first.kills).toBeGreaterThan(0);
    expect(again).toEqual(first);
  });

  it('differs from that of another seed', async () => {
    const [one, other] = [await simulateHistory(load, 4), await simulateHistory(load, 5)];
    expect(one.traceHash).not.toBe(other.traceHash);
  });
});
