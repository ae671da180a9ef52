import { beforeAll, describe, expect, it } from 'vitest';
import { bundleService, type Load } from './bundle.ts';
import { createMachine } from './engine/process.ts';
import { simulateHistory } from './history.ts';
import { describePlan, drawPlan } from './plan.ts';

let load: Load;
beforeAll(async () => {
  load = await bundleService();
});

/** The first seed from which a plan with these faults follows. */
function findSeed(...faults: readonly string[]): number {
  for (let seed = 1; ; seed++) {
    const plan = describePlan(drawPlan(seed, createMachine(seed)));
    if (faults.every(fault => plan.includes(fault))) return seed;
  }
}

describe('a simulated history', () => {
  it.each([
    ['of npm start with power cuts and a bad disk', ['newsroom', 'power cut', 'of writes failed']],
    ['of npm start with a disk that fails to read', ['newsroom', 'of reads failed']],
    ['of a deployment with kills and lost messages', ['deployment', 'kill', 'of messages lost']],
  ])('%s meets its expectations, and its seed repeats all that happens', async (_title, faults) => {
    const seed = findSeed(...faults);
    const [first, again] = [await simulateHistory(load, seed), await simulateHistory(load, seed)];
    expect(first).toMatchObject({ failure: undefined });
    expect(again).toEqual(first);
  });

  it('differs from a history of another seed', async () => {
    const [one, other] = [await simulateHistory(load, 4), await simulateHistory(load, 5)];
    expect(one.traceHash).not.toBe(other.traceHash);
  });
});
