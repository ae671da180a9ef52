import { expect, it } from 'vitest';
import { bundleService } from './bundle.ts';
import { simulateHistory } from './history.ts';

it.each([
  ['deployment', 1],
  ['newsroom', 2],
])('the history of a %s without a planted fault answers calls and is right', async (cluster, seed) => {
  const { plan, failure, answered } = await simulateHistory(await bundleService(), seed);
  expect(plan).toContain(cluster);
  expect(failure).toBeUndefined();
  expect(answered).toBeGreaterThan(0);
});
